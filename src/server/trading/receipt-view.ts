import type { QuoteFacts, Receipt } from '../../lib/contract/entities.ts';
import { positionView } from './position-view.ts';
import type { QuoteRow, ReceiptRow } from './receipt-rows.ts';
import type { TradingMarket } from './trading-market.ts';

/** The contract's receipt: the position, and the rate, instant and quote of each of its fills. */
export function receiptView({ closedAfterJump, ...row }: ReceiptRow, market: TradingMarket): Receipt {
  const { position, open, closed } = row;
  const { openRate, openedAt, closedRate, closedAt } = position;
  const isClosed = closedRate !== null && closedAt !== null;
  return {
    position: positionView(position, market),
    open: { rate: openRate, time: openedAt.toISOString(), quote: quoteFacts(open) },
    close: isClosed ? { rate: closedRate, time: closedAt.toISOString(), quote: quoteFacts(closed) } : null,
    after_jump: closedAfterJump ? 1 : 0,
  };
}

function quoteFacts({ bid, ask, quoteAt, sequence, feed }: QuoteRow): QuoteFacts | null {
  if (bid === null || ask === null || quoteAt === null || sequence === null || feed === null) return null;
  // Feeds count from 1: the demo data has 0 for invented quotes.
  return { bid, ask, time: quoteAt.toISOString(), sequence: sequence || null, feed };
}
