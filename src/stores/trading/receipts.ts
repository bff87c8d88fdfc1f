import { atom } from 'nanostores';
import { getReceipt } from '../../lib/contract/endpoints.ts';
import type { Position, Receipt } from '../../lib/contract/entities.ts';
import type { ProblemCode } from '../../lib/contract/problem.ts';
import { callApi } from '../api.ts';
import { $positions } from './positions.ts';

/** The receipt that is open, of a position as it is known. */
export interface ReceiptState {
  position: Position;
  /** Null while it is loading, and where it failed. */
  receipt: Receipt | null;
  problem: ProblemCode | null;
}

export const $receipt = atom<ReceiptState | null>(null);

/** Opens the receipt of a position, or loads the open one again. One that is shut meanwhile stays shut. */
export async function openReceipt(position: Position): Promise<void> {
  const opened: ReceiptState = { position, receipt: null, problem: null };
  $receipt.set(opened);
  const answer = await callApi(getReceipt, { body: { id: position.id } });
  if ($receipt.get() !== opened) return;
  $receipt.set(
    answer.ok
      ? { position: answer.data.position, receipt: answer.data, problem: null }
      : { ...opened, problem: answer.problem.code },
  );
}

/** Loads the receipt of an open position again once that is closed. Returns how to stop. */
export function followReceipt(): () => void {
  return $positions.listen((positions) => {
    const position = $receipt.get()?.position;
    if (positions.status !== 'ready' || position?.closed_rate !== null) return;
    if (positions.open.every(({ id }) => id !== position.id)) void openReceipt(position);
  });
}

export function shutReceipt(): void {
  $receipt.set(null);
}
