import type { Database } from '../../src/server/db/database.ts';
import { openDatabase } from '../../src/server/db/database.ts';
import { verifyLedger } from '../../src/server/ledger/verify-ledger.ts';
import { signReport, startHookedProvider } from '../support/payments/hooked-provider.ts';
import { makeDataFolder, startProduct } from '../support/product/start-product.ts';
import type { Measurement } from './measurement.ts';
import { amount } from './measurement.ts';
import type { Post, PostWaits } from './reports/steady-posts.ts';
import { postSteadily } from './reports/steady-posts.ts';
import type { PostgresCluster } from './peers/postgres-cluster.ts';
import { needPostgres } from './peers/postgres-cluster.ts';

const perSecond = amount({ full: 300, smoke: 50 });
const seconds = amount({ full: 10, smoke: 1 });
const warmUp = perSecond;
const accounts = amount({ full: 500, smoke: 20 });
const amountMinor = 30_000;

/** Inserts deposits that wait for their report, spread over accounts of their own; returns the ids. */
async function insertDeposits(database: Database, count: number): Promise<string[]> {
  await database.query(
    `insert into accounts (token, uniqid, email, password_hash, first_name, last_name, verified, category_ids, created_at)
     select gen_random_uuid(), n::text, n || '@payers.example', 'none', 'Ada', 'Payer', true, '{}', now()
     from generate_series(1, $1) n on conflict do nothing`,
    [accounts],
  );
  const { rows } = await database.query<{ id: string }>(
    `with payers as (select array_agg(id order by id) as ids from accounts where email like '%@payers.example'),
       begun as (
         insert into transactions (id, account_id, type_id, status, amount_minor, created_at, updated_at)
         select gen_random_uuid(), ids[1 + n % cardinality(ids)], 1, 'pending', $2, now(), now()
         from payers, generate_series(1, $1) n returning id, account_id
       ),
       asked as (
         insert into payments (transaction_id, account_id, provider, state, amount_minor, currency, updated_at)
         select id, account_id, 'hooked', 'started', $2, 'EUR', now() from begun
       ),
       stepped as (insert into transaction_steps (transaction_id, step, at) select id, 'requested', now() from begun)
     select id::text from begun`,
    [count, amountMinor],
  );
  await database.query('analyze');
  return rows.map(({ id }) => id);
}

const reportsOf = (orders: readonly string[]): Post[] =>
  orders.map((order) => signReport({ event: order, order, status: 'paid', amount: amountMinor }));

/** Seconds until every deposit is credited. */
async function secondsUntilCredited(database: Database): Promise<number> {
  const startedAt = performance.now();
  const pending = `select count(*) as count from transactions t join payments p on p.transaction_id = t.id
    where p.provider = 'hooked' and t.status = 'pending'`;
  for (;;) {
    const { rows } = await database.query<{ count: number }>(pending);
    if (rows[0]?.count === 0) return (performance.now() - startedAt) / 1_000;
    await new Promise((passed) => setTimeout(passed, 50));
  }
}

interface Figures extends PostWaits {
  creditedAfter: number;
}

async function measureProduct(cluster: PostgresCluster): Promise<Figures> {
  const provider = await startHookedProvider();
  const folder = await makeDataFolder();
  const product = await startProduct({
    dataDir: folder.path,
    env: { ...provider.env, DATABASE_URL: cluster.url },
  });
  const database = await openDatabase({ databaseUrl: cluster.url, dataDir: null, poolSize: 2 });
  try {
    const orders = await insertDeposits(database, warmUp + perSecond * seconds);
    const address = `${product.url}/api/transaction/update/hooked`;
    const posts = reportsOf(orders);
    await postSteadily(address, posts.slice(0, warmUp), perSecond / 2);
    const waits = await postSteadily(address, posts.slice(warmUp), perSecond);
    const creditedAfter = await secondsUntilCredited(database);
    const { holds } = await verifyLedger(database);
    if (!holds) throw new Error('The ledger proof failed');
    return { ...waits, creditedAfter };
  } finally {
    await product.stop();
    await database.close();
    await folder.remove();
    await provider.close();
  }
}

async function measureBare(cluster: PostgresCluster): Promise<PostWaits> {
  const folder = await makeDataFolder();
  const program = 'tests/bench/reports/bare-inbox-server.ts';
  const server = await startProduct({ dataDir: folder.path, env: { DATABASE_URL: cluster.url }, program });
  try {
    const address = `${server.url}/api/transaction/update/hooked`;
    const posts = reportsOf(Array.from({ length: warmUp + perSecond * seconds }, (_, at) => `order-${at}`));
    await postSteadily(address, posts.slice(0, warmUp), perSecond / 2);
    return await postSteadily(address, posts.slice(warmUp), perSecond);
  } finally {
    await server.stop();
    await folder.remove();
  }
}

/**
 * Reports of payments at a steady rate on PostgreSQL: how long the provider waits for its response, and when the last
 * deposit is credited.
 */
export async function measure(): Promise<Measurement[]> {
  const cluster = await needPostgres();
  const figure = `wait for the answer to a report, ${perSecond} a second for ${seconds} s`;
  try {
    const { p50Ms, p99Ms, creditedAfter } = await measureProduct(cluster);
    const bare = await measureBare(cluster);
    const name = 'a bare route that inserts one row';
    return [
      { figure: `${figure}, p50`, value: p50Ms, unit: 'ms', baseline: { name, value: bare.p50Ms } },
      { figure: `${figure}, p99`, value: p99Ms, unit: 'ms', baseline: { name, value: bare.p99Ms }, goal: { most: 50 } },
      { figure: 'all credited after the last of them', value: creditedAfter, unit: 's', goal: { most: 10 } },
    ];
  } finally {
    await cluster.stop();
  }
}
