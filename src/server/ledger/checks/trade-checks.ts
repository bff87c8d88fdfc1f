import { closingReasons } from '../../../lib/contract/closing-reasons.ts';
import type { ClosingReason, Direction } from '../../../lib/contract/entities.ts';
import { closingRate, openingRate } from '../../../lib/trading/quote.ts';
import { profitMinor } from '../../../lib/trading/profit.ts';
import { triggeredReason } from '../../../lib/trading/levels.ts';
import type { CountedCheck, JudgedCheck } from './ledger-check.ts';

const investedAgrees: CountedCheck = {
  title: 'What each account has invested is the sum of the amounts of its open positions',
  looked: 'select from accounts',
  faults: `
    select format('account %s: invested %s, open positions %s', a.id, a.invested_minor, coalesce(sum(p.amount_minor), 0)) as fault
    from accounts a left join positions p on p.account_id = a.id and p.closed_at is null
    group by a.id having a.invested_minor <> coalesce(sum(p.amount_minor), 0)`,
};

const openCountsAgree: CountedCheck = {
  title: 'The stored number of open positions of each account is right',
  looked: 'select from accounts',
  faults: `
    select format('account %s: keeps %s, open positions %s', a.id, a.open_positions, count(p.id)) as fault
    from accounts a left join positions p on p.account_id = a.id and p.closed_at is null
    group by a.id having a.open_positions <> count(p.id)`,
};

const closesPosted: CountedCheck = {
  title: 'Each closed position has an entry with its profit, for its account',
  looked: 'select from positions where closed_at is not null',
  faults: `
    select format('position %s: profit %s, posted %s', c.id, c.profit_minor, coalesce(p.amount_minor::text, 'nothing')) as fault
    from positions c
    left join ledger_entries e on e.business_key = 'close:' || c.id
    left join lateral (
      select sum(amount_minor) as amount_minor from ledger_postings
      where entry_id = e.id and book in ('customer', 'customer_bonus', 'customer_credit') and account_id = c.account_id
    ) p on true
    where c.closed_at is not null and p.amount_minor is distinct from c.profit_minor`,
};

/** Checks of the books against the positions. */
export const positionChecks: readonly CountedCheck[] = [investedAgrees, openCountsAgree, closesPosted];

/**
 * A position with its quotes. The columns of a quote are null if it was not stored; those of the close are also null
 * while the position is open.
 */
interface TradeRow {
  id: string;
  direction: Direction;
  amountMinor: number;
  leverage: number;
  openRate: number;
  openBid: number | null;
  openAsk: number | null;
  takeProfit: number | null;
  stopLoss: number | null;
  closedRate: number | null;
  closedBid: number | null;
  closedAsk: number | null;
  closingReason: ClosingReason | null;
  profitMinor: number | null;
}

/** Describes how a position breaks the rules of fills and profit; null if it breaks none. */
export function judgeTrade(row: TradeRow): string | null {
  const { id, direction, openRate, closedRate } = row;
  const { openBid, openAsk, closedBid, closedAsk } = row;
  if (openBid !== null && openAsk !== null) {
    const wanted = openingRate(direction, { bid: openBid, ask: openAsk });
    if (wanted !== openRate) return `position ${id}: a ${direction} opened at ${openRate}, by its quote at ${wanted}`;
  }
  if (closedRate === null) return null;
  if (closedBid !== null && closedAsk !== null) {
    const wanted = closingRate(direction, { bid: closedBid, ask: closedAsk });
    if (wanted !== closedRate)
      return `position ${id}: a ${direction} closed at ${closedRate}, by its quote at ${wanted}`;
  }
  return judgeReason(row, closedRate) ?? judgeProfit(row, closedRate);
}

/**
 * Checks that the level of the closing reason was reached. Other levels may have been reached too, because a price gap
 * can pass several at once.
 */
function judgeReason({ closingReason: reason, ...row }: TradeRow, closedRate: number): string | null {
  if (reason !== 1 && reason !== 2 && reason !== 3) return null;
  const level = {
    ...{ direction: row.direction, openRate: row.openRate, leverage: row.leverage },
    stopLoss: reason === 1 ? row.stopLoss : null,
    takeProfit: reason === 2 ? row.takeProfit : null,
    protected: reason !== 3,
  };
  if (triggeredReason(level, closedRate) === reason) return null;
  return `position ${row.id}: closed at ${closedRate} by ${closingReasons[reason]}, which is not reached there`;
}

function judgeProfit({ id, profitMinor: storedMinor, ...terms }: TradeRow, closeRate: number): string | null {
  const wanted = profitOf({ ...terms, closeRate });
  const { direction, amountMinor, leverage, openRate } = terms;
  if (storedMinor === wanted) return null;
  const said = `a ${direction} of ${amountMinor} × ${leverage} from ${openRate} to ${closeRate}`;
  return `position ${id}: profit ${storedMinor}, but ${said} comes to ${wanted ?? 'nothing that can be counted'}`;
}

/**
 * The profit in minor units. Null if a rate is not a number or the profit is too large for one: no order is ever filled
 * like that.
 */
function profitOf(facts: Parameters<typeof profitMinor>[0]): number | null {
  try {
    return profitMinor(facts);
  } catch {
    return null;
  }
}

/** Positions from before quotes were stored are checked only against their own rates. */
export const tradesAgree: JudgedCheck = {
  title:
    'The rates of each position are those of its quotes, its level was reached, and its profit is what its terms come to',
  rows: `
    select id, direction, amount_minor as "amountMinor", leverage, open_rate as "openRate", open_bid as "openBid",
      open_ask as "openAsk", take_profit as "takeProfit", stop_loss as "stopLoss", closed_rate as "closedRate",
      closed_bid as "closedBid", closed_ask as "closedAsk", closing_reason as "closingReason", profit_minor as "profitMinor"
    from positions`,
  judge: judgeTrade,
};
