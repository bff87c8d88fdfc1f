import { atom } from 'nanostores';
import { getReceipt } from '../../lib/contract/endpoints.ts';
import type { Position, Receipt } from '../../lib/contract/entities.ts';
import type { ProblemCode } from '../../lib/contract/problem.ts';
import { callApi } from '../api.ts';
import { $positions, isSamePosition } from './positions.ts';

/** The receipt that is open, of a position as it is known. */
export interface ReceiptState {
  position: Position;
  /** Null until it is there, and where it failed. While it is loaded again, it is still the last one. */
  receipt: Receipt | null;
  problem: ProblemCode | null;
}

export const $receipt = atom<ReceiptState | null>(null);

/** Opens the receipt of a position, or loads the open one again. One that is shut meanwhile stays shut. */
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

/** Loads the receipt of an open position again once its levels change or it is closed. Returns how to stop. */
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
