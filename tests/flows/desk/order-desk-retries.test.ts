import { randomUUID } from 'node:crypto';
import type { PoolClient, QueryConfig } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultTradingLimits } from '../../../src/lib/trading/limits.ts';
import type { Database } from '../../../src/server/db/database.ts';
import type { DeskResult } from '../../../src/server/trading/desk-command.ts';
import { createOrderDesk } from '../../../src/server/trading/order-desk.ts';
import { loadSnapshot } from '../../../src/server/trading/position-rows.ts';
import type { TradingFloor } from '../../support/trading-floor.ts';
import { clocksOf, floorRule, openTradingFloor, orderOf } from '../../support/trading-floor.ts';

let floor: TradingFloor;

beforeAll(async () => {
  floor = await openTradingFloor();
});

afterAll(() => floor.close());

/** Simulates a database server that broke a connection while others still hold row locks. */
interface Trouble {
  /** Called for each database transaction, which fails with whatever this throws. */
  begin?: () => void;
  /** Called when free rows are about to be locked; true: somebody else holds them. */
  isHeld?: () => boolean;
  /** Called for each database transaction that waits for a row. */
  wait?: () => Promise<void>;
}

/** A desk that may have only one waiting database transaction at a time. */
function deskInTrouble({ begin, isHeld, wait }: Trouble) {
  const { database, market, clock } = floor;
  const query = (connection: PoolClient) => (config: QueryConfig, values?: unknown[]) =>
    config.name === 'desk-lock-free' && isHeld?.() ? Promise.resolve({ rows: [] }) : connection.query(config, values);
  const troubled = (connection: PoolClient): PoolClient =>
    new Proxy(connection, {
      get: (target, name) => (name === 'query' ? query(target) : (Reflect.get(target, name) as unknown)),
    });
  const inTrouble: Database = {
    ...database,
    pool: Object.assign(Object.create(database.pool) as Database['pool'], { options: { max: 1 } }),
    transaction: async (work, settings) => {
      begin?.();
      if (settings?.lock_timeout !== undefined) await wait?.();
      return database.transaction((connection) => work(troubled(connection)), settings);
    },
  };
  const runtime = { ...clocksOf(clock), newId: randomUUID, randomBytes: () => Buffer.alloc(32) };
  const logger = { warn: () => undefined, error: () => undefined };
  return createOrderDesk({
    database: inTrouble,
    market,
    runtime,
    limits: defaultTradingLimits,
    autoRuleVersion: floorRule,
    logger,
  });
}

function failOnce(): () => void {
  let failures = 0;
  return () => {
    if (failures++ === 0) throw new Error('Connection terminated unexpectedly');
  };
}

test('orders that are retried while their accounts are locked are all answered, in order', async () => {
  const [first, second] = [await floor.openAccount(), await floor.openAccount()];
  let free: () => void = () => undefined;
  const freed = new Promise<void>((resolve) => (free = resolve));
  let polls = 0;
  const isHeld = () => {
    polls += 1;
    if (polls === 6) free();
    return polls < 6;
  };
  const desk = deskInTrouble({ begin: failOnce(), isHeld, wait: () => freed });
  const answered: string[] = [];
  const send = async (accountId: number, name: string): Promise<DeskResult> => {
    const result = await desk.open(accountId, orderOf());
    answered.push(name);
    return result;
  };
  const results = await Promise.all([
    send(first, 'first'),
    send(second, 'one'),
    send(second, 'two'),
    send(second, 'three'),
  ]);
  expect(results.every(({ ok }) => ok)).toBe(true);
  expect(answered.filter((name) => name !== 'first')).toEqual(['one', 'two', 'three']);
  expect((await loadSnapshot(floor.database, second)).open).toHaveLength(3);
  await desk.drain();
});

/** A fault with a PostgreSQL error code. */
const databaseFault = (code: string) => Object.assign(new Error('the database says no'), { code });

test.each([
  ['a row that stays locked', '55P03'],
  ['a database that ends the connection', '57P01'],
])('an order that is retried alone and meets %s is unavailable, not a fault', async (_, code) => {
  const faults = [new Error('a bug in one of them'), databaseFault(code)];
  const begin = () => {
    const fault = faults.shift();
    if (fault) throw fault;
  };
  const desk = deskInTrouble({ begin });
  const accountId = await floor.openAccount();
  const answers = [0, 1].map(() => desk.open(accountId, orderOf()));
  expect(await Promise.all(answers)).toMatchObject([{ problem: { code: 'UNAVAILABLE' } }, { ok: true }]);
});

test.each(['53100', '25006', '57014'])('no order is retried alone if the database reports %s', async (code) => {
  let tries = 0;
  const begin = () => {
    tries += 1;
    throw databaseFault(code);
  };
  const desk = deskInTrouble({ begin });
  const accountIds = await Promise.all([0, 1, 2].map(() => floor.openAccount()));
  const answers = await Promise.all(accountIds.map((id) => desk.open(id, orderOf())));
  expect(answers.map((answer) => !answer.ok && answer.problem.code)).toEqual(Array(3).fill('UNAVAILABLE'));
  expect(tries).toBe(1);
});

test('a desk that stops answers what it has accepted and refuses later orders', async () => {
  const accountId = await floor.openAccount();
  const desk = deskInTrouble({});
  const taken = desk.open(accountId, orderOf());
  const stopped = desk.stop();
  expect(await desk.open(accountId, orderOf())).toMatchObject({ ok: false, problem: { code: 'UNAVAILABLE' } });
  await stopped;
  expect(await taken).toMatchObject({ ok: true });
  expect((await loadSnapshot(floor.database, accountId)).open).toHaveLength(1);
});
