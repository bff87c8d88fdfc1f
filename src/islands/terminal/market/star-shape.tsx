/** Drawn, because not every font has the sign. */
export function StarShape() {
  return (
    <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
      <path
        d="m8 1.8 1.9 3.9 4.3.6-3.1 3 .7 4.3L8 11.5l-3.8 2.1.7-4.3-3.1-3 4.3-.6z"
        fill="none"
        stroke="currentColor"
      />
    </svg>
  );
}
