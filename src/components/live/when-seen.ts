/** Calls back once, when the element comes near the view. */
export function whenSeen(element: Element, seen: () => void): void {
  const sight = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      sight.disconnect();
      seen();
    },
    { rootMargin: '200px' },
  );
  sight.observe(element);
}
