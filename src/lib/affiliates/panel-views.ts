/** The parts of the affiliate's panel, as the address names them; the first goes without saying. */
export const panelViews = ['accounts', 'links', 'postbacks', 'compare', 'password'] as const;
export type PanelView = (typeof panelViews)[number];

/** The part that the query of an address names. */
export function readView(query: string): PanelView {
  const named = new URLSearchParams(query).get('view');
  return panelViews.find((view) => view === named) ?? panelViews[0];
}
