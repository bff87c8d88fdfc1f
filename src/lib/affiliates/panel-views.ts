/** The views of the affiliate's panel, by their names in the address. The address leaves out the first, the default. */
export const panelViews = ['accounts', 'links', 'postbacks', 'compare', 'password'] as const;
export type PanelView = (typeof panelViews)[number];

/** The view that the query of an address names. */
export function readView(query: string): PanelView {
  const named = new URLSearchParams(query).get('view');
  return panelViews.find((view) => view === named) ?? panelViews[0];
}
