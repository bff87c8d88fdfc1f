import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultTradingLimits } from '../../src/lib/trading/limits.ts';
import type { Database } from '../../src/server/db/database.ts';
import { openDatabase } from '../../src/server/db/database.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { loadSnapshots } from '../../src/server/trading/position-rows.ts';
import type { TriggerFloor } from '../support/trigger-floor.ts';
import { openTriggerFloor } from '../support/trigger-floor.ts';
import type { Measurement } from './measurement.ts';
import { amount } from './measurement.ts';
import { needPostgres } from './peers/postgres-cluster.ts';

const positions = amount({ full: 10_000, smoke: 100 });
const manyAccounts = amount({ full: 200, smoke: 10 });
const rounds = amount({ full: 3, smoke: 1 });
/** The most orders of one account that the desk accepts at a time. */
const atOnce = 1_000;
const [quiet, gap] = [60_000, 58_000];

async function openAccounts(floor: TriggerFloor, count: number): Promise<number[]> {
  const accountIds: number[] = [];
  for (let account = 0; account < count; account += 1) {
    accountIds.push(await floor.openAccount({ balanceMinor: 1_000_000_000 }));
  }
  return accountIds;
}

interface Opened {
  accountId: number;
  id: string;
}

/** Runs `work` on all items, at most `atOnce` at a time. */
async function forAll<Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>): Promise<void> {
  const left = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = left.next(); next.done !== true; next = left.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Opens all positions, spread evenly over the accounts. */
async function openAll(floor: TriggerFloor, accountIds: readonly number[]): Promise<Opened[]> {
  floor.quote('BTCUSD', quiet, quiet + 10);
  const opened: Opened[] = [];
  await forAll(Array(positions).keys(), async (index) => {
    const accountId = accountIds[index % accountIds.length] ?? 0;
    const { id } = await floor.open(accountId, { amountMinor: 100, stopLoss: 59_000 });
    opened.push({ accountId, id });
  });
  return opened;
}

async function expectNoneOpen(floor: TriggerFloor, accountIds: readonly number[]): Promise<void> {
  const open = (await loadSnapshots(floor.database, accountIds)).reduce(
    (sum, snapshot) => sum + snapshot.open.length,
    0,
  );
  if (open > 0) throw new Error(`${open} positions are still open`);
}

/** Milliseconds from the quote after the gap until all positions are closed in the database. */
async function fireAll(floor: TriggerFloor, accountIds: readonly number[]): Promise<number> {
  await openAll(floor, accountIds);
  const startedAt = performance.now();
  floor.quote('BTCUSD', gap, gap + 10);
  await floor.settle();
  const ms = performance.now() - startedAt;
  await expectNoneOpen(floor, accountIds);
  return ms;
}

/** Milliseconds until the same number of closes by hand is acknowledged. */
async function closeAll(floor: TriggerFloor, accountIds: readonly number[]): Promise<number> {
  const opened = await openAll(floor, accountIds);
  const startedAt = performance.now();
  await forAll(opened, async ({ accountId, id }) => {
    await floor.desk.close(accountId, { id, price: quiet });
  });
  const ms = performance.now() - startedAt;
  await expectNoneOpen(floor, accountIds);
  return ms;
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

async function compare(where: string, floor: TriggerFloor, accountIds: readonly number[]): Promise<Measurement> {
  const [fired, byHand]: [number[], number[]] = [[], []];
  await fireAll(floor, accountIds);
  for (let round = 0; round < rounds; round += 1) {
    byHand.push(await closeAll(floor, accountIds));
    fired.push(await fireAll(floor, accountIds));
  }
  const count = positions.toLocaleString('en');
  const of = accountIds.length === 1 ? 'one account' : `${accountIds.length} accounts`;
  return {
    ...{ figure: `${count} triggers of one gap, ${of}, ${where}`, value: median(fired), unit: 'ms' },
    baseline: { name: `${count} closes by hand, ${Math.min(positions, atOnce)} at once`, value: median(byHand) },
  };
}

async function measureOn(where: string, database: Database): Promise<Measurement[]> {
  await migrate(database);
  const floor = await openTriggerFloor({ database, limits: { ...defaultTradingLimits, mostOpenPositions: positions } });
  const accountIds = await openAccounts(floor, manyAccounts);
  const measured = [await compare(where, floor, accountIds), await compare(where, floor, accountIds.slice(0, 1))];
  await floor.close();
  return measured;
}

/** How long 10,000 triggers of one gap take until all positions are closed, compared with as many closes by hand. */
export async function measure(): Promise<Measurement[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerkit-triggers-'));
  const measured = await measureOn('PGlite', await openDatabase({ databaseUrl: null, dataDir, poolSize: 1 }));
  await rm(dataDir, { recursive: true, force: true });
  const cluster = await needPostgres();
  try {
    const database = await openDatabase({ databaseUrl: cluster.url, dataDir: null, poolSize: 10 });
    return [...measured, ...(await measureOn('PostgreSQL', database))];
  } finally {
    await cluster.stop();
  }
}
