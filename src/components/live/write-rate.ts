const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** Writes what changed, and tints it for a moment: `move` is above zero where it rose, below where it fell. */
export function writeRate(cell: HTMLElement, text: string, move: number): void {
  if (cell.textContent === text) return;
  cell.textContent = text;
  if (move && !calm.matches) {
    cell.animate({ backgroundColor: [`var(--${move > 0 ? 'up' : 'down'}-tint)`, 'transparent'] }, 300);
  }
}
