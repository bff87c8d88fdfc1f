import { askFeedFacts } from '../../stores/realtime/feed-facts.ts';
import { serverNowMs } from '../../stores/realtime/api-server.ts';

type LiveState = 'loading' | 'live' | 'past' | 'unavailable';

let facts: ReturnType<typeof askFeedFacts> | undefined;

/** Sets the state of a block's prices. `past`: the prices are from an earlier time, which the note shows. */
export function showState(block: HTMLElement, state: LiveState): void {
  if (block.dataset['live'] === state) return;
  block.dataset['live'] = state;
  const note = block.querySelector<HTMLElement>('[data-as-of]');
  const text = note?.dataset['asOf'];
  if (note && text) note.textContent = text.replace('{{time}}', new Date(serverNowMs()).toISOString().slice(11, 16));
}

/** Labels simulated and recorded prices, which are never shown without a note. */
export async function showOrigin(block: HTMLElement): Promise<void> {
  const origin = (await (facts ??= askFeedFacts()))?.origin;
  for (const note of block.querySelectorAll<HTMLElement>('[data-origin]'))
    note.hidden = note.dataset['origin'] !== origin;
}

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

/** How long a changed rate stays tinted. */
const tintMs = 300;
let tinted: HTMLElement[] = [];

function clearTints() {
  for (const cell of tinted) delete cell.dataset['tint'];
  tinted = [];
}

/**
 * Writes a rate and, if it changed, tints it for a moment: `move` is positive if the rate rose, negative if it fell.
 */
export function writeRate(cell: HTMLElement, text: string, move: number): void {
  if (cell.textContent === text) return;
  cell.textContent = text;
  if (!move || reducedMotion.matches) return;
  cell.dataset['tint'] = move > 0 ? 'up' : 'down';
  // One timer clears all cells that were written together.
  if (tinted.push(cell) === 1) setTimeout(clearTints, tintMs);
}
