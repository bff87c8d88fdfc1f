/** Scrolls the list to the row that is marked, now and when the list becomes smaller or larger. Returns how to stop it. */
export function keepRevealed(list: HTMLElement | null): (() => void) | undefined {
  const panel = list?.parentElement;
  if (!panel) return undefined;
  // It calls back when it begins as well.
  const observer = new ResizeObserver(() => revealRow(list, panel));
  observer.observe(panel);
  return () => observer.disconnect();
}

/** Just far enough. `scrollIntoView` would scroll the page around the list too. */
function revealRow(list: HTMLElement, panel: HTMLElement): void {
  const row = list.querySelector('[data-current]')?.getBoundingClientRect();
  if (!row) return;
  const view = panel.getBoundingClientRect();
  if (row.top < view.top) panel.scrollTop -= view.top - row.top;
  else if (row.bottom > view.bottom) panel.scrollTop += row.bottom - view.bottom;
}
