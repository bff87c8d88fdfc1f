import { randomUUID } from 'node:crypto';
import { rm, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultTradingLimits } from '../../src/lib/trading/limits.ts';
import type { Database } from '../../src/server/db/database.ts';
import { openDatabase } from '../../src/server/db/database.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import type { TradingFloor } from '../support/trading-floor.ts';
import { openTradingFloor, orderOf } from '../support/trading-floor.ts';
import type { Measurement } from './measurement.ts';
import { amount } from './measurement.ts';
import type { PgbenchFigures } from './peers/pgbench-orders.ts';
import { oneCall, orderScript, recordOrder, runPgbench, serverFunction } from './peers/pgbench-orders.ts';
import type { PostgresCluster } from './peers/postgres-cluster.ts';
import { needPostgres } from './peers/postgres-cluster.ts';

const callers = 64;
const warmUpMs = amount({ full: 2_000, smoke: 200 });
/** Whole seconds, because pgbench accepts nothing else; on a slow machine some of its orders take two. */
const measuredMs = amount({ full: 4_000, smoke: 3_000 });
const rounds = amount({ full: 3, smoke: 1 });

interface Figures {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** Each caller has an account of its own and sends its next order as soon as the last one is acknowledged. */
async function orderFor(floor: TradingFloor, accountIds: number[], forMs: number): Promise<Figures> {
  const waits: number[] = [];
  const startedAt = performance.now();
  const order = async (accountId: number) => {
    for (;;) {
      const sentAt = performance.now();
      if (sentAt - startedAt > forMs) return;
      const result = await floor.desk.open(accountId, orderOf({ amountMinor: 100, requestId: randomUUID() }));
      if (!result.ok) throw new Error(`An order was refused: ${result.problem.code}`);
      waits.push(performance.now() - sentAt);
    }
  };
  await Promise.all(accountIds.map(order));
  const seconds = (performance.now() - startedAt) / 1000;
  waits.sort((a, b) => a - b);
  const quantile = (share: number) => waits[Math.floor(waits.length * share)] ?? NaN;
  return { perSecond: waits.length / seconds, p50Ms: quantile(0.5), p99Ms: quantile(0.99) };
}

async function openFloor(database: Database): Promise<{ floor: TradingFloor; accountIds: number[] }> {
  await migrate(database);
  const floor = await openTradingFloor({
    database,
    limits: { ...defaultTradingLimits, mostOpenPositions: 10_000_000 },
  });
  const accountIds: number[] = [];
  for (let caller = 0; caller < callers; caller += 1) {
    accountIds.push(await floor.openAccount({ balanceMinor: 1_000_000_000_000 }));
  }
  return { floor, accountIds };
}

/** The round with the median speed. */
function median<Round extends { perSecond: number }>(all: Round[]): Round {
  const middle = all.sort((a, b) => a.perSecond - b.perSecond)[Math.floor(all.length / 2)];
  if (!middle) throw new Error('Nothing was measured');
  return middle;
}

async function measureEmbedded(): Promise<Figures> {
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerkit-orders-'));
  const { floor, accountIds } = await openFloor(await openDatabase({ databaseUrl: null, dataDir, poolSize: 1 }));
  await orderFor(floor, accountIds, warmUpMs);
  const all: Figures[] = [];
  for (let round = 0; round < rounds; round += 1) all.push(await orderFor(floor, accountIds, measuredMs));
  await floor.close();
  await rm(dataDir, { recursive: true, force: true });
  return median(all);
}

interface Rivals {
  desk: Figures;
  sameStatements: PgbenchFigures;
  oneCall: PgbenchFigures;
}

/** Runs the desk and its rivals in turn on one server and one table, so that all have the same conditions. */
async function measurePostgres(cluster: PostgresCluster): Promise<Rivals> {
  const database = await openDatabase({ databaseUrl: cluster.url, dataDir: null, poolSize: 10 });
  const { floor, accountIds } = await openFloor(database);
  await database.query(serverFunction);
  const sameStatements = orderScript(await recordOrder(floor));
  const firstAccountId = accountIds[0] ?? 0;
  const seconds = measuredMs / 1000;
  await orderFor(floor, accountIds, warmUpMs);
  const all = { desk: [] as Figures[], sameStatements: [] as PgbenchFigures[], oneCall: [] as PgbenchFigures[] };
  for (let round = 0; round < rounds; round += 1) {
    all.desk.push(await orderFor(floor, accountIds, measuredMs));
    const run = { firstAccountId, clients: callers, seconds };
    all.sameStatements.push(await runPgbench(cluster, sameStatements, run));
    all.oneCall.push(await runPgbench(cluster, oneCall, { ...run, clients: 16 }));
  }
  await floor.close();
  return { desk: median(all.desk), sameStatements: median(all.sameStatements), oneCall: median(all.oneCall) };
}

function waits(where: string, { p50Ms, p99Ms }: Figures, pgbench?: PgbenchFigures): Measurement[] {
  const baseline = pgbench && { name: 'pgbench, same statements, average', value: pgbench.averageMs };
  return [
    { figure: `wait for an order ${where}, p50`, value: p50Ms, unit: 'ms', ...(baseline && { baseline }) },
    { figure: `wait for an order ${where}, p99`, value: p99Ms, unit: 'ms' },
  ];
}

function opened(where: string, { perSecond }: Figures, name: string, pgbench: PgbenchFigures): Measurement {
  const figure = `orders opened ${where}, ${callers} callers`;
  return { figure, value: perSecond, unit: 'orders/s', baseline: { name, value: pgbench.perSecond } };
}

/** Orders opened per second, each with a `request_id`, on both databases, compared with pgbench on PostgreSQL. */
export async function measure(): Promise<Measurement[]> {
  const cluster = await needPostgres();
  try {
    const embedded = await measureEmbedded();
    const rivals = await measurePostgres(cluster);
    const [single, call] = ['pgbench, same statements, 64 clients', 'pgbench, one server-side function, 16 clients'];
    return [
      opened('on PGlite', embedded, single, rivals.sameStatements),
      ...waits('on PGlite', embedded),
      opened('on PostgreSQL', rivals.desk, single, rivals.sameStatements),
      opened('on PostgreSQL', rivals.desk, call, rivals.oneCall),
      ...waits('on PostgreSQL', rivals.desk, rivals.sameStatements),
    ];
  } finally {
    await cluster.stop();
  }
}
