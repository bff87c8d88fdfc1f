/**
 * Runs in the page. For each click on what the selector matches, records in `clickWaits` how many milliseconds passed
 * until the new row of an open position was painted, counted from the event's own time stamp.
 */
export function followClicks(selector: string): void {
  const waits: number[] = [];
  Object.assign(globalThis, { clickWaits: waits });
  let clickedAt: number | undefined;

  const hasRow = (node: Node) =>
    node instanceof Element && (node.matches('[data-position]') || node.querySelector('[data-position]') !== null);

  // A message posted in an animation frame is delivered only after that frame was rendered.
  function noteWhenPainted(from: number): void {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => waits.push(performance.now() - from);
      port2.postMessage(null);
    });
  }

  addEventListener(
    'click',
    (event) => {
      if (event.target instanceof Element && event.target.closest(selector)) clickedAt = event.timeStamp;
    },
    { capture: true },
  );
  new MutationObserver((records) => {
    if (clickedAt === undefined || !records.some(({ addedNodes }) => [...addedNodes].some(hasRow))) return;
    noteWhenPainted(clickedAt);
    clickedAt = undefined;
  }).observe(document.body, { childList: true, subtree: true });
}
