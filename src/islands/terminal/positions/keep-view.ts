/**
 * If the focus is lost, or in `leaving`, which is about to disappear: moves the focus to the selected tab of the same
 * section. Otherwise keyboard users would start again at the top of the page.
 */
export function keepFocus(leaving: HTMLElement): void {
  const { activeElement } = document;
  if (activeElement !== document.body && !leaving.contains(activeElement)) return;
  leaving.closest('section')?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus();
}

/**
 * A ref for an alert. Keeps the focus nearby when a focused element disappears: the table when loading fails, or the
 * alert when its button is pressed.
 */
export function keepFocusNearby(alert: HTMLDivElement): () => void {
  keepFocus(alert);
  return () => keepFocus(alert);
}

/** Scrolls to the top of the tables, where new content begins. */
export function showTop(within: Element): void {
  const section = within.closest('section');
  section?.querySelector('[role=tabpanel]')?.scrollTo(0, 0);
  // On a narrow screen the tables are cards, which scroll with the page.
  if (section && section.getBoundingClientRect().top < 0) section.scrollIntoView();
}
