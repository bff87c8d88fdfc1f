import type { ClosingReason } from '../../lib/contract/entities.ts';
import type { NoticeChoices, NoticeCode } from '../../lib/notices/notice-catalogue.ts';
import { isTold } from '../../lib/notices/notice-catalogue.ts';
import type { NewNotice } from './notices-rows.ts';

/** A position that was closed just now. */
export interface ClosedPosition {
  id: string;
  symbol: string;
  direction: 'buy' | 'sell';
  closingReason: ClosingReason | null;
  profitMinor: number | null;
}

/** The events of closing reasons. Who closes a position, or lets a strategy do it, need not be told. */
const codes: Partial<Record<ClosingReason, NoticeCode>> = { 1: 'stop_loss', 2: 'take_profit', 3: 'low_margin' };

/**
 * How long closings are gathered before their mail is written. One quote may close hundreds of positions of a customer,
 * who wants one mail about them.
 */
export const gatherMs = 30_000;

/**
 * The notice about a closed position; null if its customer is not told. The mail is written later: see
 * `closing-mails.ts`.
 */
export function closingNotice(
  { id: accountId, noticeChoices }: { id: number; noticeChoices: NoticeChoices | null },
  { id: positionId, symbol, direction, closingReason, profitMinor }: ClosedPosition,
  { id, at }: { id: () => string; at: Date },
): NewNotice | null {
  const code = closingReason === null ? undefined : codes[closingReason];
  if (code === undefined) return null;
  const onScreen = isTold(noticeChoices, code, 'screen');
  const mailDueAt = isTold(noticeChoices, code, 'mail') ? new Date(at.getTime() + gatherMs) : null;
  if (!onScreen && !mailDueAt) return null;
  const data = { positionId, symbol, direction, profitMinor: profitMinor ?? 0 };
  return { id: id(), accountId, code, data, createdAt: at, onScreen, mailDueAt };
}
