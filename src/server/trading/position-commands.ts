import { brand } from '../../brand.ts';
import { hundredthsText } from '../../lib/format/amount-text.ts';
import { tellServer } from '../accounts/news/account-news.ts';
import { writeAudit } from '../audit/audit-log.ts';
import { longestLockWait } from '../db/lock-wait.ts';
import type { Area, Command, OperatorParts } from '../operator/command.ts';
import { command } from '../operator/command.ts';
import { findId } from '../operator/ids-rows.ts';
import type { CommandOutcome, TableColumn } from '../operator/outcome.ts';
import { tableOutcome, whenText } from '../operator/outcome.ts';
import { idArgument, optionalEmail, optionalText, reason } from '../operator/read-values.ts';
import type { OrderDesk } from './order-desk.ts';
import type { ListedPosition, PositionRow } from './position-rows.ts';
import { listOpenPositions, loadPosition, lockAccountOf, updateProtected } from './position-rows.ts';
import type { PositionWatch } from './position-watch.ts';
import type { TradingMarket } from './trading-market.ts';
import { currentProfitMinor } from './trading-views.ts';

/** The parts of a running server that these commands need. */
export interface PositionLive {
  market: TradingMarket;
  orderDesk: Pick<OrderDesk, 'closeForOperator'>;
  /** The watch that checks quotes against positions. Commands report changed positions to it. */
  watch: Pick<PositionWatch, 'decided' | 'committed' | 'unsure'>;
}

type PositionParts = OperatorParts<PositionLive>;

const most = 1_000;

const list = command({
  name: 'list',
  about:
    'Lists open positions, oldest first, optionally of one customer or asset. If a server is running, includes their current profit.',
  options: { email: optionalEmail('only of this customer'), symbol: optionalText('symbol', 'only in this asset') },
  carryOut: (parts: PositionParts, { email, symbol }) =>
    listPositions(parts, { email, symbol: symbol?.toUpperCase() ?? null }),
});

type Shown = ListedPosition & { profitNowMinor: number | null };

const money = (minor: number) => hundredthsText(minor, brand.currency);

const columns: readonly TableColumn<Shown>[] = [
  { title: 'id', of: ({ id }) => id.slice(0, 8) },
  { title: 'opened (UTC)', of: ({ openedAt }) => whenText(openedAt) },
  { title: 'asset', of: ({ symbol }) => symbol },
  { title: 'side', of: ({ direction }) => direction },
  { title: 'amount', of: ({ amountMinor }) => money(amountMinor), isRight: true },
  { title: 'leverage', of: ({ leverage }) => String(leverage), isRight: true },
  { title: 'opened at', of: ({ openRate }) => String(openRate), isRight: true },
  {
    title: 'profit now',
    of: ({ profitNowMinor }) => (profitNowMinor === null ? '–' : money(profitNowMinor)),
    isRight: true,
  },
  { title: 'protected', of: (row) => (row.protected ? 'yes' : '') },
  { title: 'auto', of: ({ auto }) => (auto ? 'yes' : '') },
  { title: 'customer', of: ({ email }) => email },
];

async function listPositions(
  { database, live }: PositionParts,
  filter: { email: string | null; symbol: string | null },
): Promise<CommandOutcome> {
  const rows = await listOpenPositions(database, { ...filter, most: most + 1 });
  const profitOf = (row: ListedPosition) =>
    live?.market.quotes.get(row.symbol) ? currentProfitMinor(row, live.market) : null;
  const shown = rows.slice(0, most).map((row) => ({ ...row, profitNowMinor: profitOf(row) }));
  const outcome = tableOutcome(columns, shown);
  if (rows.length <= most) return outcome;
  return { ...outcome, text: `${outcome.text}\nThere are more. Choose a customer or an asset.` };
}

const order = { arguments: { id: idArgument('position') }, options: { reason }, isLive: true };

const close = command({
  ...{ name: 'close', ...order, carryOut: closeForCustomer },
  about: 'Closes a position at the market price, as its customer could.',
});

const protection = (name: string, isProtected: boolean, about: string): Command<PositionParts> =>
  command({
    ...{ name, about, ...order },
    carryOut: (parts: PositionParts, said) => protectPosition(parts, { ...said, isProtected }),
  });

/** The operator's commands about customers' positions. */
export const positionsArea: Area<PositionParts> = {
  name: 'positions',
  about: 'Open positions of customers.',
  commands: [
    list,
    close,
    protection(
      'protect',
      true,
      'Exempts a position from closing for Low Margin. Its loss is still limited to its amount.',
    ),
    protection(
      'unprotect',
      false,
      'Removes the protection. If the price is beyond the termination price, the position closes with the next quote.',
    ),
  ],
  more: `The first eight digits of an id are enough. Commands that need prices only work with a running server: run them on its
machine, with its DATA_DIR. The customer sees changes immediately. The audit log records who did what, and why.`,
};

/**
 * The position that a command is about, and the reason for the audit log. The id may be abbreviated to its beginning.
 */
interface PositionOrder {
  id: string;
  reason: string;
}

/**
 * Returns the parts of the running server. Throws elsewhere: only the server has prices and checks quotes against
 * positions.
 */
function liveOf({ live }: PositionParts): PositionLive {
  if (!live) throw new Error('a command that needs the running server was executed outside of it');
  return live;
}

/**
 * Closes a position at the current quote through the order desk, with an audit record. If two operators close the same
 * position, the second is told that it is closed already.
 */
async function closeForCustomer(parts: PositionParts, { id, reason }: PositionOrder): Promise<CommandOutcome> {
  const { database, actor } = parts;
  const found = await findId(database, { table: 'positions', what: 'position', id });
  if (!found.ok) return found;
  const position = await loadPosition(database, found.id);
  if (!position) throw new Error(`The position ${found.id} is gone`);
  const { accountId, symbol } = position;
  const result = await liveOf(parts).orderDesk.closeForOperator(accountId, { id: found.id, actor, reason });
  if (result.ok) return closed(result.position);
  if (result.problem.code === 'POSITION_CLOSED') return { ok: false, text: 'It is already closed.' };
  return {
    ok: false,
    text: `It could not be closed: there is no fresh price for ${symbol}, or another change holds the account.`,
  };
}

function closed({ id, closedRate, profitMinor }: PositionRow): CommandOutcome {
  const result = hundredthsText(profitMinor ?? 0, brand.currency);
  return {
    ok: true,
    text: `Closed at ${closedRate ?? 'no rate'}: ${result}`,
    data: { id, closedRate, profitMinor },
  };
}

/** Exempts a position from Low Margin, or ends the exemption. Writes an audit record and notifies the watch. */
async function protectPosition(
  parts: PositionParts,
  { id: typed, reason, isProtected }: PositionOrder & { isProtected: boolean },
): Promise<CommandOutcome> {
  const { database, runtime, actor } = parts;
  const { watch } = liveOf(parts);
  const found = await findId(database, { table: 'positions', what: 'position', id: typed });
  if (!found.ok) return found;
  const { id } = found;
  const first = await loadPosition(database, id);
  if (!first) throw new Error(`The position ${id} is gone`);
  const { accountId } = first;
  const word = isProtected ? 'protected' : 'not protected';
  let next: PositionRow | undefined;
  const work = database.transaction(async (connection): Promise<CommandOutcome> => {
    await lockAccountOf(connection, accountId);
    const stored = (await loadPosition(connection, id)) ?? first;
    if (stored.closedAt !== null) return { ok: false, text: 'It is already closed.' };
    if (stored.protected === isProtected) return { ok: false, text: `It is already ${word}.` };
    await updateProtected(connection, id, isProtected);
    const record = { id: runtime.newId(), at: new Date(runtime.now()), actor, accountId } as const;
    const details = { position: id, to: word, why: reason };
    await writeAudit(connection, { ...record, event: 'position_protection_changed', details });
    await tellServer(connection, accountId);
    next = { ...stored, protected: isProtected };
    watch.decided(next, stored);
    return { ok: true, text: `It is ${word}.`, data: { id, protected: isProtected } };
  }, longestLockWait);
  const outcome = await work.catch((fault: unknown) => {
    if (next) watch.unsure(next);
    throw fault;
  });
  if (next) watch.committed(next);
  return outcome;
}
