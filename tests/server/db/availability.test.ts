import { expect, test } from 'vitest';
import type { Availability } from '../../../src/server/db/availability.ts';
import { createAvailability } from '../../../src/server/db/availability.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { openTestDatabase } from '../../support/test-database.ts';

const minute = 60_000;
const logger = { info: () => undefined, warn: () => undefined };

function open(): { availability: Availability; clock: ReturnType<typeof createManualClock> } {
  const clock = createManualClock();
  return { availability: createAvailability({ ...clock, logger }), clock };
}

test('while the database is away no query waits for it', async () => {
  const { availability } = open();
  const never = availability.whileThere(new Promise(() => undefined));
  availability.admit();
  availability.fall('silent');
  await expect(never).rejects.toThrow('The database does not answer');
  expect(availability.problem).toBe('silent');
  expect(() => availability.admit()).toThrow('The database does not answer');
  availability.rise();
  availability.admit();
  expect(availability.problem).toBe(null);
});

test('the time of an outage does not count as idle', () => {
  const { availability, clock } = open();
  const start = clock.now();
  const idleSince = () => (availability.idleSince(clock.now(), 20 * minute) - start) / minute;
  expect(idleSince()).toBe(-20);
  clock.advance(5 * minute);
  availability.fall('away');
  clock.advance(600 * minute);
  expect(idleSince()).toBe(-15);
  availability.rise();
  // Idle time is what passed before the outage and after it: first 19 minutes and 1, then 0 and 20.
  clock.advance(1 * minute);
  expect(idleSince()).toBe(-14);
  clock.advance(19 * minute);
  expect(idleSince()).toBe(605);
  clock.advance(1 * minute);
  expect(idleSince()).toBe(606);
});

test('the length of an outage does not depend on changes of the clock', () => {
  const { availability, clock } = open();
  availability.fall('away');
  clock.advance(5 * minute);
  clock.setWall(60 * minute);
  availability.rise();
  expect(availability.idleSince(clock.now(), 20 * minute)).toBe(clock.now() - 25 * minute);
});

test('exempt work is admitted during an outage, but not the ordinary queries that it starts', async () => {
  const database = await openTestDatabase({ poolSize: 1 });
  database.availability.fall('away');
  // Retried until the broken connection has left the pool.
  const admitted = () =>
    database.exempt.query('select 1').then(
      () => true,
      () => false,
    );
  await expect.poll(admitted).toBe(true);
  let begun: Promise<unknown> | undefined;
  const { rows } = await database.exempt.transaction((connection) => {
    begun = database.query('select 1');
    begun.catch(() => undefined);
    return connection.query('select 1 as one');
  });
  expect(rows).toEqual([{ one: 1 }]);
  await expect(begun).rejects.toThrow('The database cannot be reached');
  await database.close();
});

test('a transaction that is open when an outage is detected is not committed', async () => {
  const database = await openTestDatabase({ poolSize: 1 });
  await database.query('create table notes (note text)');
  const writing = database.transaction(async (connection) => {
    await connection.query(`insert into notes values ('late')`);
    database.availability.fall('away');
  });
  await expect(writing).rejects.toThrow('The database cannot be reached');
  database.availability.rise();
  expect((await database.query('select from notes')).rowCount).toBe(0);
  await database.close();
});

const broken = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });

test('a connection that breaks under a statement is a fault of the database', async () => {
  const database = await openTestDatabase({ poolSize: 1 });
  const asking = database.transaction(async (connection) => {
    const asked = connection.query('select 1');
    connection.connection.stream.destroy(broken());
    await asked;
  });
  await expect(asking).rejects.toThrow('ECONNRESET');
  expect(database.availability.faults.away).toBe(1);
  await database.close();
});

test('a broken connection to a provider is no fault of the database', async () => {
  const database = await openTestDatabase({ poolSize: 1 });
  await expect(database.transaction(() => Promise.reject(broken()))).rejects.toThrow('ECONNRESET');
  expect(database.availability.faults.away).toBe(0);
  await database.close();
});

/** A database whose writes fail on demand, with its timers. */
async function openFull(): Promise<{ database: Database; advance: (ms: number) => void }> {
  const { schedule, advance } = createManualClock();
  return { database: await openTestDatabase({ poolSize: 1, schedule }), advance };
}

test('a full disk is reported until a write has succeeded', async () => {
  const { database, advance } = await openFull();
  const { availability } = database;
  const raise = `do $$ begin raise exception 'no space left on device' using errcode = '53100'; end $$`;
  await expect(database.query(raise)).rejects.toThrow('no space left');
  await expect(database.transaction((connection) => connection.query(raise))).rejects.toThrow('no space left');
  expect([availability.problem, availability.faults.full]).toEqual(['full', 2]);
  await database.query('select 1');
  expect(availability.problem).toBe('full');
  advance(2_000);
  await expect.poll(() => availability.problem).toBe(null);
  await database.close();
});

test('a read-only database is reported until it accepts a write', async () => {
  const { database, advance } = await openFull();
  const { availability } = database;
  await database.query('set default_transaction_read_only = on');
  const writing = database.transaction((connection) => connection.query('create table notes (note text)'));
  await expect(writing).rejects.toThrow('read-only');
  advance(2_000);
  // The pool has a single connection, so the probe runs before this query.
  await database.query('set default_transaction_read_only = off');
  expect(availability.problem).toBe('read_only');
  advance(2_000);
  await expect.poll(() => availability.problem).toBe(null);
  await database.close();
});
