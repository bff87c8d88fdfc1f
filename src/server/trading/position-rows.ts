import type { ClosingReason, Direction } from '../../lib/contract/entities.ts';
import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';

/** A stored position. Money is in minor units. The four columns about the close are null while the position is open. */
export interface PositionRow {
  id: string;
  accountId: number;
  symbol: string;
  direction: Direction;
  amountMinor: number;
  leverage: number;
  openRate: number;
  openedAt: Date;
  takeProfit: number | null;
  stopLoss: number | null;
  protected: boolean;
  /** Whether auto trading opened the position. */
  auto: boolean;
  requestId: string | null;
  closedRate: number | null;
  closedAt: Date | null;
  closingReason: ClosingReason | null;
  profitMinor: number | null;
}

export const positionColumns = `
  p.id, p.account_id as "accountId", p.symbol, p.direction, p.amount_minor as "amountMinor", p.leverage,
  p.open_rate as "openRate", p.opened_at as "openedAt", p.take_profit as "takeProfit", p.stop_loss as "stopLoss",
  p.protected, p.auto, p.request_id as "requestId", p.closed_rate as "closedRate", p.closed_at as "closedAt",
  p.closing_reason as "closingReason", p.profit_minor as "profitMinor"`;

/** The most closed positions in the lists of an account. The history call returns all of them, in pages. */
export const mostHistory = 100;

/** A customer's trading data at one moment. Open positions and history are newest first. */
export interface TradingSnapshot {
  accountId: number;
  balanceMinor: number;
  investedMinor: number;
  open: PositionRow[];
  /** The newest closed positions, at most `mostHistory`. */
  history: PositionRow[];
}

// One SQL statement, so balance and positions are read at the same moment: otherwise they could disagree while a
// position is being closed.
const snapshot = statement(
  'trading-snapshot',
  `select a.id as "snapshotOf", a.balance_minor as "balanceMinor", a.invested_minor as "investedMinor", ${positionColumns}
   from accounts a
   left join lateral (
     (select * from positions where account_id = a.id and closed_at is null order by opened_at desc, id)
     union all
     (select * from positions where account_id = a.id and closed_at is not null
      order by closed_at desc nulls last, id limit ${mostHistory})
   ) p on true
   where a.id = any(:accountIds::bigint[])`,
  { planned: 'afresh' },
);

/** Loads the snapshots of several accounts in one query. */
export async function loadSnapshots(queries: Queries, accountIds: readonly number[]): Promise<TradingSnapshot[]> {
  const rows = await snapshot.rows(queries, { accountIds });
  const snapshots = new Map<number, TradingSnapshot>();
  for (const { snapshotOf: accountId, balanceMinor, investedMinor, ...position } of rows) {
    let found = snapshots.get(accountId);
    if (!found) {
      found = { accountId, balanceMinor, investedMinor, open: [], history: [] };
      snapshots.set(accountId, found);
    }
    if (position.id !== null) (position.closedAt === null ? found.open : found.history).push(position);
  }
  return [...snapshots.values()];
}

/** Loads the snapshot of one account. Throws if the account does not exist. */
export async function loadSnapshot(queries: Queries, accountId: number): Promise<TradingSnapshot> {
  const [found] = await loadSnapshots(queries, [accountId]);
  if (!found) throw new Error(`There is no account ${accountId}`);
  return found;
}

/** An open position in a list, with its owner. */
export interface ListedPosition extends PositionRow {
  email: string;
}

export interface PositionFilter {
  /** In lower case; null for all customers. */
  email: string | null;
  symbol: string | null;
  most: number;
}

const operatorPositions = statement(
  'operator-positions',
  `select ${positionColumns}, a.email from positions p join accounts a on a.id = p.account_id
   where p.closed_at is null and (:email?::text is null or a.email = :email?) and (:symbol?::text is null or p.symbol = :symbol?)
   order by p.opened_at, p.id limit :most`,
);

/** Lists open positions, oldest first. */
export function listOpenPositions(queries: Queries, filter: PositionFilter): Promise<ListedPosition[]> {
  return operatorPositions.rows(queries, { email: filter.email, symbol: filter.symbol, most: filter.most });
}

const operatorPosition = statement('operator-position', `select ${positionColumns} from positions p where p.id = :id`);

export async function loadPosition(queries: Queries, id: string): Promise<PositionRow | undefined> {
  return (await operatorPosition.first(queries, { id })) ?? undefined;
}

const operatorPositionLock = statement(
  'operator-position-lock',
  'select 1 from accounts where id = :accountId for no key update',
);

/**
 * Locks the account until the end of the database transaction. Until then nobody else can open, change or close its
 * positions.
 */
export async function lockAccountOf(queries: Queries, accountId: number): Promise<void> {
  await operatorPositionLock.write(queries, { accountId });
}

const operatorPositionProtected = statement(
  'operator-position-protected',
  'update positions set protected = :isProtected where id = :id',
);

export async function updateProtected(queries: Queries, id: string, isProtected: boolean): Promise<void> {
  await operatorPositionProtected.write(queries, { id, isProtected });
}

/** The stored quote of a fill. All five columns are null if no quote was stored. */
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
  /** Whether the position was closed at a quote that confirmed a jump. */
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

/** Loads a position of an account with the quotes of its fills; null if the account has no such position. */
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
