import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { defaultTradingLimits } from '../../../src/lib/trading/limits.ts';
import type { Queries } from '../../../src/server/db/database.ts';
import { decideCommand } from '../../../src/server/trading/desk/commit-commands.ts';
import { loadState, writeChanges } from '../../../src/server/trading/desk/desk-rows.ts';
import { noChanges } from '../../../src/server/trading/desk/desk-state.ts';
import type { TradingFloor } from '../../support/trading-floor.ts';
import { orderOf } from '../../support/trading-floor.ts';
import type { PostgresCluster } from './postgres-cluster.ts';

export interface PgbenchRun {
  /** Each client orders for an account of its own, numbered from this id. */
  firstAccountId: number;
  clients: number;
  seconds: number;
}

export interface PgbenchFigures {
  perSecond: number;
  averageMs: number;
}

/** The customer of the recorded order. The numbers are unique, so that they can be found among the recorded values. */
const customer = {
  ...{ id: 900_000_001, balanceMinor: 900_000_002, investedMinor: 3, openPositions: 900_000_004 },
  ...{ bonusMinor: 0, creditMinor: 0, reservedMinor: 0, verified: true, isBlocked: false, autoTrading: false },
  ...{ categoryIds: [1, 3], customLeverage: null, noticeChoices: null },
};
const order = orderOf({ amountMinor: 100, requestId: '00000000-0000-4000-8000-000000000001' });
const positionId = '00000000-0000-4000-8000-000000000002';

/** The expression that each client of pgbench uses instead of a recorded value. */
const expressions = new Map<unknown, string>([
  [customer.id, ':account'],
  [customer.balanceMinor, ':held_balanceMinor'],
  [customer.investedMinor + order.amountMinor, `:held_investedMinor + ${order.amountMinor}`],
  [customer.openPositions + 1, ':held_openPositions + 1'],
  [order.requestId, 'gen_random_uuid()'],
  [positionId, 'gen_random_uuid()'],
]);

function sqlOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? `'{}'` : `array[${value.map(sqlOf).join(', ')}]`;
  const expression = expressions.get(value);
  if (expression !== undefined) return expression;
  if (value instanceof Date) return 'now()';
  return typeof value === 'string' ? pg.escapeLiteral(value) : String(value);
}

/**
 * The SQL that the order desk sends between begin and commit for one order, with the variables `:account` and
 * `:held_…`, which are the columns of the first statement's result. Recorded from the desk's own code, so it always
 * matches what the desk writes.
 */
export async function recordOrder({ market, clock }: Pick<TradingFloor, 'market' | 'clock'>): Promise<string[]> {
  const recorded: string[] = [];
  const queries: Queries = {
    query(query) {
      if (typeof query === 'string') throw new Error('The desk gives every statement a name and values');
      const sql = query.text.replace(/\$(\d+)/g, (_, number: string) => sqlOf(query.values?.[Number(number) - 1]));
      recorded.push(sql.replace(/\s+/g, ' ').trim());
      return Promise.resolve({ rows: [], rowCount: 0, command: '', oid: 0, fields: [] });
    },
  };
  const asset = market.assets.get(order.symbol);
  if (!asset) throw new Error(`There is no ${order.symbol}`);
  const command = { kind: 'open', accountId: customer.id, order, asset, positionId } as const;
  const state = await loadState(queries, { commands: [command], waitForLock: false, again: false }, 'none');
  state.accounts.set(customer.id, { ...customer });
  const limits = { ...defaultTradingLimits, mostOpenPositions: Infinity };
  const now = new Date(clock.now);
  const changes = noChanges();
  const facts = { market, limits, now, elapsedMs: clock.now, due: { of: () => [] }, newId: randomUUID };
  const decided = decideCommand(state, command, facts, changes);
  if (!decided.ok) throw new Error(`The recorded order was refused: ${decided.problem.code}`);
  await writeChanges(queries, changes, { now, feedName: market.feed.name });
  return recorded;
}

/** Turns the recorded statements into a pgbench script with one database transaction per order. */
export function orderScript([lock, ...others]: readonly string[]): string {
  const statements = [`${lock} \\gset held_`, ...others.map((statement) => `${statement};`)];
  return ['\\set account :client_id + :first', 'begin;', ...statements, 'commit;'].join('\n');
}

/** The minimal way to open a position inside PostgreSQL: one call per order. */
export const serverFunction = `
  create or replace function open_order(account bigint, request uuid, amount bigint, rate float8) returns uuid
  language plpgsql as $$
  declare
    held accounts; found uuid;
  begin
    select * into held from accounts where id = account for no key update;
    select id into found from positions where account_id = account and request_id = request;
    if found is not null then return found; end if;
    if not held.verified or amount > held.balance_minor - held.invested_minor then return null; end if;
    insert into positions (id, account_id, symbol, direction, amount_minor, leverage, open_rate, opened_at, request_id)
    values (gen_random_uuid(), account, 'BTCUSD', 'buy', amount, 5, rate, now(), request) returning id into found;
    update accounts set invested_minor = invested_minor + amount where id = account;
    return found;
  end $$`;

export const oneCall = [
  '\\set account :client_id + :first',
  'select open_order(:account, gen_random_uuid(), 100, 60025.0025);',
].join('\n');

/** Runs a script with pgbench, with prepared statements and two threads. Throws if a database transaction failed. */
export async function runPgbench(
  { programs, port }: PostgresCluster,
  script: string,
  { firstAccountId, clients, seconds }: PgbenchRun,
): Promise<PgbenchFigures> {
  const file = join(tmpdir(), `brokerkit-orders-${process.pid}.sql`);
  await writeFile(file, `${script}\n`);
  const where = ['-h', '127.0.0.1', '-p', String(port), '-U', 'brokerkit'];
  const how = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds)];
  const what = ['-D', `first=${firstAccountId}`, '-f', file];
  const { stdout } = await promisify(execFile)(join(programs, 'pgbench'), [...where, ...how, ...what, 'postgres']);
  const read = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1] ?? NaN);
  return { perSecond: read(/tps = ([\d.]+)/), averageMs: read(/latency average = ([\d.]+)/) };
}
