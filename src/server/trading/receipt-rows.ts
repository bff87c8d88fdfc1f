import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';
import type { PositionRow } from './position-rows.ts';
import { positionColumns } from './position-rows.ts';

/** The quote of a fill as it is stored; its five columns are all null if none was kept. */
export interface QuoteRow {
  bid: number | null;
  ask: number | null;
  quoteAt: Date | null;
  sequence: number | null;
  feed: string | null;
}

export interface ReceiptRow {
  position: PositionRow;
  open: QuoteRow;
  closed: QuoteRow;
  /** The position was closed at a quote that confirmed a jump. */
  closedAfterJump: boolean;
}

const receipt = statement(
  'receipt',
  `select ${positionColumns},
     p.open_bid as "openBid", p.open_ask as "openAsk", p.open_quote_at as "openQuoteAt", p.open_sequence as "openSequence",
     p.open_feed as "openFeed", p.closed_bid as "closedBid", p.closed_ask as "closedAsk",
     p.closed_quote_at as "closedQuoteAt", p.closed_sequence as "closedSequence", p.closed_feed as "closedFeed",
     p.closed_after_jump as "closedAfterJump"
   from positions p where p.id = :id and p.account_id = :accountId`,
);

/** A position of an account with the quotes of its fills; null if the account has no such position. */
export async function loadReceipt(
  queries: Queries,
  wanted: { id: string; accountId: number },
): Promise<ReceiptRow | null> {
  const row = await receipt.first(queries, wanted);
  if (!row) return null;
  const { openBid, openAsk, openQuoteAt, openSequence, openFeed, ...more } = row;
  const { closedBid, closedAsk, closedQuoteAt, closedSequence, closedFeed, closedAfterJump, ...position } = more;
  return {
    position,
    open: { bid: openBid, ask: openAsk, quoteAt: openQuoteAt, sequence: openSequence, feed: openFeed },
    closed: { bid: closedBid, ask: closedAsk, quoteAt: closedQuoteAt, sequence: closedSequence, feed: closedFeed },
    closedAfterJump,
  };
}
