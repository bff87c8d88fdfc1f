import { atom } from 'nanostores';
import { getReceipt } from '../../lib/contract/endpoints.ts';
import type { Position, Receipt } from '../../lib/contract/entities.ts';
import type { ProblemCode } from '../../lib/contract/problem.ts';
import { callApi } from '../api.ts';
import { $positions, isSamePosition } from './positions.ts';

/** The open receipt, and its position as last known. */
export interface ReceiptState {
  position: Position;
  /** Null until it has loaded, and if that failed. During a reload, it is the previous receipt. */
  receipt: Receipt | null;
  problem: ProblemCode | null;
}

export const $receipt = atom<ReceiptState | null>(null);

/**
 * Opens the receipt of a position, or reloads the open one. If the customer closes it while it loads, it stays closed.
 */
export async function openReceipt(position: Position): Promise<void> {
  const known = $receipt.get();
  const receipt = known?.position.id === position.id ? known.receipt : null;
  const opened: ReceiptState = { position, receipt, problem: null };
  $receipt.set(opened);
  const answer = await callApi(getReceipt, { body: { id: position.id } });
  if ($receipt.get() !== opened) return;
  $receipt.set(
    answer.ok
      ? { position: answer.data.position, receipt: answer.data, problem: null }
      : { position, receipt: null, problem: answer.problem.code },
  );
}

/** Reloads the open receipt when its position's levels change or it closes. Returns a stop function. */
export function followReceipt(): () => void {
  return $positions.subscribe((positions) => {
    const position = $receipt.get()?.position;
    if (positions.status !== 'ready' || position?.closed_rate !== null) return;
    const now = positions.open.find(({ id }) => id === position.id);
    if (!now || !isSamePosition(now, position)) void openReceipt(now ?? position);
  });
}

export function shutReceipt(): void {
  $receipt.set(null);
}
