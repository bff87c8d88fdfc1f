/**
 * Keeps the keyboard near where it was when `leaving` goes away with the focus, or took it from something that is gone:
 * the chosen tab of the same section gets it. The browser would start again at the top of the page.
 */
export function keepFocus(leaving: HTMLElement): void {
  const { activeElement } = document;
  if (activeElement !== document.body && !leaving.contains(activeElement)) return;
  leaving.closest('section')?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus();
}

/** Brings the top of the tables into sight: what comes into them begins there. */
export function showTop(within: Element): void {
  const section = within.closest('section');
  section?.querySelector('[role=tabpanel]')?.scrollTo(0, 0);
  // As cards they scroll with the page.
  if (section && section.getBoundingClientRect().top < 0) section.scrollIntoView();
}
