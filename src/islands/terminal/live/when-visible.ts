type Start = () => () => void;

const starts = new WeakMap<Element, (isVisible: boolean) => void>();
let observer: IntersectionObserver | undefined;

/**
 * Calls `start` when an element comes on the screen. When the element leaves the screen, calls the function that
 * `start` returned. Returns a function that ends both.
 */
export function whenVisible(element: Element, start: Start): () => void {
  let stop: (() => void) | undefined;
  observer ??= new IntersectionObserver(notify, { rootMargin: '64px' });
  starts.set(element, (isVisible) => {
    stop?.();
    stop = isVisible ? start() : undefined;
  });
  observer.observe(element);
  return () => {
    observer?.unobserve(element);
    starts.delete(element);
    stop?.();
  };
}

function notify(entries: IntersectionObserverEntry[]) {
  for (const { target, isIntersecting } of entries) starts.get(target)?.(isIntersecting);
}
