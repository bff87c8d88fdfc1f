import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PositionLists } from '../../../src/lib/contract/entities.ts';
import { positionLists } from '../../../src/lib/contract/entities.ts';
import type { PostgresCluster } from '../../bench/peers/postgres-cluster.ts';
import { startPostgres } from '../../bench/peers/postgres-cluster.ts';
import type { RemoteCustomer } from '../../support/order-stream.ts';
import { enterAs } from '../../support/order-stream.ts';
import type { Product } from '../../support/product/start-product.ts';
import { makeDataFolder, startProduct } from '../../support/product/start-product.ts';
import { operate } from '../../support/operator-here.ts';
import type { TradingLoad } from './trading-load.ts';
import { expectNothingLost, trade } from './trading-load.ts';

/**
 * PostgreSQL is killed, stopped and shut down under a running server. `OUTAGE_ROUNDS=20 OUTAGE_SECONDS=60 npx vitest
 * run tests/flows/outage` is the long form; every fourth round lasts that long, the others one second.
 */
const rounds = Number(process.env.OUTAGE_ROUNDS ?? 3);
const longestSeconds = Number(process.env.OUTAGE_SECONDS ?? 1);
const kinds = ['kill', 'pause', 'immediate'] as const;
/** A silent database is noticed after 4 s; requests that wait then are answered at once. */
const noticedWithinMs = 10_000;

// Without an installed PostgreSQL there is nothing to stop.
const cluster = await startPostgres();
let folder: { path: string; remove: () => Promise<void> };
let product: Product;
let customer: RemoteCustomer;
/** A customer who is connected but does not trade. One who trades would be sent positions in any case. */
let spectator: RemoteCustomer;
let load: TradingLoad;
const table: string[] = [];
const closings: (() => Promise<void>)[] = [];

const storage = () => ({
  dataDir: folder.path,
  env: { DATABASE_URL: cluster?.url ?? '', MAX_OPEN_POSITIONS: '100000' },
});
const ask = (path: string) => fetch(`${product.url}${path}`, { signal: AbortSignal.timeout(20_000) });

async function readiness(): Promise<string> {
  const response = await ask('/readyz');
  const body = (await response.json()) as { error?: { fields?: { database?: string } } };
  return response.status === 200 ? 'ready' : (body.error?.fields?.database ?? 'no reason');
}

beforeAll(async () => {
  if (!cluster) return;
  closings.push(cluster.stop);
  folder = await makeDataFolder();
  closings.push(folder.remove);
  product = await startProduct(storage());
  closings.push(() => product.stop());
  customer = await enterAs(product.url);
  spectator = await enterAs(product.url, 'limited@example.com');
  await chart();
  load = trade(customer, 8);
});

afterAll(async () => {
  for (const close of closings.reverse()) await close();
  if (process.env.OUTAGE_ROUNDS !== undefined) process.stdout.write(`${table.join('\n')}\n`);
});

function stopDatabase({ signal, end }: PostgresCluster, kind: (typeof kinds)[number]): void {
  if (kind === 'immediate') end('immediate');
  else signal(kind === 'kill' ? 'SIGKILL' : 'SIGSTOP');
}

function startDatabase({ signal, start }: PostgresCluster, kind: (typeof kinds)[number]): void {
  if (kind === 'pause') signal('SIGCONT');
  else start();
}

/** Reads a chart that was also read before the first outage, so that the server has cached its candles. */
async function chart(): Promise<unknown[]> {
  const response = await ask('/api/get/candles?symbol=BTCUSD&resolution=1m&from=0&to=100000000000');
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: unknown[] }).data;
}

/** While the database is away, calls that do not need it answer as usual, and calls that need it refuse at once. */
async function checkWhileAway(): Promise<number> {
  const startedAt = performance.now();
  expect((await ask('/healthz')).status).toBe(200);
  expect((await ask('/')).status).toBe(200);
  expect((await ask('/api/get/feed')).status).toBe(200);
  expect((await chart()).length).toBeGreaterThan(0);
  expect(await customer.nextPrices()).toBeTruthy();
  const refused = await fetch(`${product.url}/api/accounts/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'demo@example.com', password: 'demo1234' }),
  });
  expect([refused.status, await refused.json()]).toMatchObject([503, { error: { code: 'UNAVAILABLE' } }]);
  return performance.now() - startedAt;
}

const millisecondsSince = (startedAt: number) => Math.round(performance.now() - startedAt);
const seconds = (ms: number) => (ms / 1000).toFixed(1);

test(
  'the same process serves before, during and after; nothing acknowledged is lost',
  { timeout: 3_600_000 },
  async () => {
    if (!cluster) throw new Error('PostgreSQL is not installed here');
    table.push('| round | how | away s | noticed s | asked while away ms | back s | before | away | after |');
    for (let round = 0; round < rounds; round += 1) {
      const kind = kinds[round % kinds.length] ?? 'kill';
      const awayMs = round % 4 === 1 ? longestSeconds * 1000 : 1000;
      load.collectCounts();
      await expect.poll(() => load.collectCounts().done ?? 0).toBeGreaterThan(0);
      await delay(500);
      const before = load.collectCounts();
      const takenAt = performance.now();
      stopDatabase(cluster, kind);
      await expect.poll(readiness, { timeout: noticedWithinMs }).not.toBe('ready');
      const noticedMs = millisecondsSince(takenAt);
      const reason = await readiness();
      const askedMs = Math.round(await checkWhileAway());
      await delay(Math.max(0, awayMs - millisecondsSince(takenAt)));
      const away = load.collectCounts();
      expect(Object.keys(away).filter((code) => !['done', 'UNAVAILABLE'].includes(code))).toEqual([]);
      const awayForMs = millisecondsSince(takenAt);
      const told = spectator.next<PositionLists>('positions');
      startDatabase(cluster, kind);
      const backAt = performance.now();
      await expect.poll(readiness, { timeout: 60_000 }).toBe('ready');
      const backMs = millisecondsSince(backAt);
      expect(positionLists.safeParse(await told).success).toBe(true);
      load.collectCounts();
      await expect.poll(() => load.collectCounts().done ?? 0, { timeout: 60_000 }).toBeGreaterThan(0);
      await delay(500);
      const after = load.collectCounts();
      expect(product.process.exitCode).toBe(null);
      const counts = [before, away, after].map((one) => JSON.stringify(one).replaceAll('"', ''));
      const times = [seconds(awayForMs), seconds(noticedMs), askedMs, seconds(backMs)];
      table.push(`| ${[round + 1, `${kind}: ${reason}`, ...times, ...counts].join(' | ')} |`);
    }
    await load.stop();
    const acknowledged = await expectNothingLost(customer, load);
    table.push(`${acknowledged} acknowledged orders, ${load.closed.size} acknowledged closes: each is there`);
    customer.leave();
    spectator.leave();
    expect(await operate(storage(), 'ledger', 'verify')).toContain('The ledger agrees.');
  },
);
