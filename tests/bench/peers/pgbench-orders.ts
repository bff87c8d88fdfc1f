import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deskStatements } from '../../../src/server/trading/desk/desk-rows.ts';
import type { PostgresCluster } from './postgres-cluster.ts';

export interface PgbenchRun {
  /** Each client orders for an account of its own, counted from this id. */
  firstAccountId: number;
  clients: number;
  seconds: number;
}

export interface PgbenchFigures {
  perSecond: number;
  averageMs: number;
}

/** What stands for each parameter of the write when it opens one position. */
const oneOrder: Record<number, string> = {
  1: 'now()',
  2: `'bench'`,
  3: 'array[gen_random_uuid()]',
  4: 'array[:account]',
  5: `array['BTCUSD']`,
  6: `array['buy']`,
  7: 'array[100]',
  8: 'array[5]',
  9: 'array[60025.0025]',
  10: 'array[gen_random_uuid()]',
  11: 'array[null::float8]',
  12: 'array[null::float8]',
  13: 'array[false]',
  14: 'array[60000.0]',
  15: 'array[60010.0]',
  16: 'array[now()]',
  17: 'array[1]',
  38: 'array[:account]',
  39: 'array[:held_balanceMinor]',
  40: 'array[:held_investedMinor + 100]',
  41: 'array[:held_openPositions + 1]',
};

function filled(statement: string, values: Record<number, string>): string {
  return statement.replace(/\$(\d+)/g, (_, number: string) => values[Number(number)] ?? `'{}'`).replace(/\s+/g, ' ');
}

const [lock, load, write] = deskStatements;

/** One transaction an order, with the statements of the order desk. */
export const sameStatements = [
  '\\set account :client_id + :first',
  'begin;',
  `${filled(lock, { 1: 'array[:account]' })} \\gset held_`,
  `${filled(load, { 2: 'array[:account]', 3: 'array[gen_random_uuid()]' })};`,
  `${filled(write, oneOrder)};`,
  'commit;',
].join('\n');

/** The least that opens a position on the server: one call an order. */
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

/** Runs a script with pgbench, prepared, in two threads. Throws when a transaction failed. */
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
