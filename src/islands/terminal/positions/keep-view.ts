/**
 * Keeps the keyboard near where it was when `leaving` disappears with the focus, or took it from something that is
 * gone: moves it to the selected tab of the same section. The browser would start again at the top of the page.
 */
export function keepFocus(leaving: HTMLElement): void {
  const { activeElement } = document;
  if (activeElement !== document.body && !leaving.contains(activeElement)) return;
  leaving.closest('section')?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus();
}

/** Scrolls to the top of the tables, where new content begins. */
export function showTop(within: Element): void {
  const section = within.closest('section');
  section?.querySelector('[role=tabpanel]')?.scrollTo(0, 0);
  // Shown as cards, they scroll with the page.
  if (section && section.getBoundingClientRect().top < 0) section.scrollIntoView();
}
