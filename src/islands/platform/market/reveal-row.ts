/** Scrolls the list to the row that is marked, just far enough. `scrollIntoView` would scroll the page around it too. */
export function revealRow(list: HTMLElement | null): void {
  const panel = list?.parentElement;
  const row = list?.querySelector('[data-current]')?.getBoundingClientRect();
  if (!panel || !row) return;
  const view = panel.getBoundingClientRect();
  if (row.top < view.top) panel.scrollTop -= view.top - row.top;
  else if (row.bottom > view.bottom) panel.scrollTop += row.bottom - view.bottom;
}
