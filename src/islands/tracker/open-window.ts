/** An empty window for a page whose address is not known yet; it does not know who opened it. Only in the turn of a click. */
export function openWindow(): Window | null {
  const opened = open('', '_blank');
  if (opened) opened.opener = null;
  return opened;
}
