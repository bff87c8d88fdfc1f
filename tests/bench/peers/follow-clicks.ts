/**
 * Runs in the page: notes for each click on what the selector names how long it took until a new row of an open
 * position was painted, in `clickWaits`, milliseconds. A click is when the browser was given it.
 */
export function followClicks(selector: string): void {
  const waits: number[] = [];
  Object.assign(globalThis, { clickWaits: waits });
  let clickedAt: number | undefined;

  const hasRow = (node: Node) =>
    node instanceof Element && (node.matches('[data-position]') || node.querySelector('[data-position]') !== null);

  // After the frame that shows it: a message is not delivered before the frame is made.
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
