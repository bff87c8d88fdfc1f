/** Brings the top of the tables into sight: what comes into them begins there. */
export function showTop(within: Element): void {
  const section = within.closest('section');
  section?.querySelector('[role=tabpanel]')?.scrollTo(0, 0);
  // As cards they scroll with the page.
  if (section && section.getBoundingClientRect().top < 0) section.scrollIntoView();
}
