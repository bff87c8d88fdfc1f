import { levelFields } from '../../lib/trading/level-problem.ts';
import { levelFaults } from '../../lib/trading/levels.ts';
import type { LevelFault } from '../../lib/trading/levels.ts';
import { isLive, priceBook } from '../prices.ts';
import { $chosenId, $levelDraft } from './level-draft.ts';
import { levelOf } from './levels.ts';
import type { PositionLevel } from './levels.ts';
import { $orders } from './orders.ts';
import type { OrderOutcome } from './orders.ts';

/** Moves a level, unless an earlier move is still unanswered. Its position becomes the chosen one. */
export function moveLevel(level: PositionLevel, rate: number | null): void {
  if ($levelDraft.get()?.isPending) return;
  $chosenId.set(level.position.id);
  $levelDraft.set({ ...level, rate, isPending: false });
}

/** Drops the move: the level goes back to the server's rate. A change that was already sent is not withdrawn. */
export function dropDraft(): void {
  if (!$levelDraft.get()?.isPending) $levelDraft.set(null);
}

/**
 * Why a level cannot be set to a rate, by the server's own rule at the live price; undefined if it can. Without a live
 * price, only the server decides.
 */
export function levelFaultAt({ position, kind }: PositionLevel, rate: number | null): LevelFault | undefined {
  const price = priceBook.get(position.symbol);
  if (!isLive(price)) return undefined;
  const levels = { takeProfit: null, stopLoss: null, [kind]: rate };
  return levelFaults(position.direction, levels, { bid: price.sell, ask: price.buy })[kind];
}

/**
 * Sends the moved level. It stays where it was moved until the answer arrives, then shows the server's rate. A level
 * with a fault is not sent. Null: there was nothing to send.
 */
export async function sendDraft(): Promise<OrderOutcome | { kind: 'fault'; fault: LevelFault } | null> {
  const draft = $levelDraft.get();
  const orders = $orders.get();
  if (!draft || draft.isPending) return null;
  const { position, kind, rate } = draft;
  const fault = levelFaultAt(draft, rate);
  if (!orders || fault || rate === levelOf(draft)) {
    $levelDraft.set(null);
    return fault ? { kind: 'fault', fault } : null;
  }
  $levelDraft.set({ ...draft, isPending: true });
  const outcome = await orders.update(position, { [levelFields[kind]]: rate });
  $levelDraft.set(null);
  return outcome;
}
