/** How long a cell shows that it changed; the look is in the stylesheets, and there is none with reduced motion. */
const tintMs = 300;

const tinted = new Map<HTMLElement, number>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Marks a cell as risen or fallen for a moment. One timer serves all cells: at ten frames a second there are many. */
export function tint(cell: HTMLElement, move: 'up' | 'down'): void {
  if (cell.dataset['move'] !== move) cell.dataset['move'] = move;
  tinted.delete(cell);
  tinted.set(cell, performance.now() + tintMs);
  timer ??= setTimeout(clear, tintMs);
}

/** Insertion order is expiry order: the first one that is not due ends the walk. */
function clear() {
  const now = performance.now();
  timer = undefined;
  for (const [cell, expiresMs] of tinted) {
    if (expiresMs > now) {
      timer = setTimeout(clear, expiresMs - now);
      return;
    }
    tinted.delete(cell);
    delete cell.dataset['move'];
  }
}
