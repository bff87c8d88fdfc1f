const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** A tint that fades is painted for every frame of it; one that comes and goes, twice. */
const tintMs = 300;
let tinted: HTMLElement[] = [];

function clearTints() {
  for (const cell of tinted) delete cell.dataset['tint'];
  tinted = [];
}

/** Writes what changed, and tints it for a moment: `move` is above zero where it rose, below where it fell. */
export function writeRate(cell: HTMLElement, text: string, move: number): void {
  if (cell.textContent === text) return;
  cell.textContent = text;
  if (!move || calm.matches) return;
  cell.dataset['tint'] = move > 0 ? 'up' : 'down';
  // One clearing for all that is written together.
  if (tinted.push(cell) === 1) setTimeout(clearTints, tintMs);
}
