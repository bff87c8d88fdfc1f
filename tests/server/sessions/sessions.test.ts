import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Sessions } from '../../../src/server/sessions/sessions.ts';
import { deleteSessionsOf } from '../../../src/server/sessions/sessions-rows.ts';
import { createSessions, longestSessionMs } from '../../../src/server/sessions/sessions.ts';
import { hashOfToken } from '../../../src/server/secrets/token-hash.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { openTestDatabase } from '../../support/test-database.ts';
import type { TestRuntime } from '../../support/test-runtime.ts';
import { createTestRuntime } from '../../support/test-runtime.ts';

const idleMs = 60 * 60_000;
let database: Database;
let sessions: Sessions;
let runtime: TestRuntime;
let ended: string[];

beforeAll(async () => {
  database = await openTestDatabase();
  await database.query(`insert into accounts
    (token, uniqid, email, password_hash, first_name, last_name, category_ids, created_at)
    select gen_random_uuid(), 'U' || n, n || '@example.com', '', 'A', 'B', '{}', now() from generate_series(1, 2) n`);
}, 60_000);
afterAll(() => database.close());

beforeEach(async () => {
  await database.query('delete from sessions');
  runtime = createTestRuntime();
  sessions = createSessions({ database, runtime, idleMs });
  ended = [];
  sessions.onEnded((tokenHash) => ended.push(tokenHash));
});

test('peeking does not keep a session alive, finding and sliding do', async () => {
  const accessToken = await sessions.open({ accountId: 1 });
  runtime.advance(idleMs - 1);
  const peeked = await sessions.peek(accessToken);
  expect(peeked).toMatchObject({ accountId: 1, affiliateId: null });
  await sessions.slide(peeked!);
  runtime.advance(idleMs - 1);
  expect(await sessions.find(accessToken)).not.toBeNull();
  runtime.advance(idleMs - 1);
  expect(await sessions.peek(accessToken)).not.toBeNull();
  runtime.advance(1);
  expect(await sessions.peek(accessToken)).toBeNull();
  expect(await sessions.find(accessToken)).toBeNull();
});

test('however active, it ends a day after it was opened', async () => {
  const accessToken = await sessions.open({ accountId: 1 });
  const { tokenHash } = (await sessions.peek(accessToken))!;
  for (let lived = idleMs / 2; lived < longestSessionMs; lived += idleMs / 2) {
    runtime.advance(idleMs / 2);
    expect(await sessions.find(accessToken)).not.toBeNull();
  }
  runtime.advance(idleMs / 2);
  expect(await sessions.find(accessToken)).toBeNull();
  await sessions.sweep();
  expect(ended).toEqual([tokenHash]);
});

test('activity within the same second writes nothing', async () => {
  const accessToken = await sessions.open({ accountId: 1 });
  const session = (await sessions.find(accessToken))!;
  runtime.advance(999);
  await sessions.slide(session);
  const lastSeen = async () =>
    (await database.query<{ at: Date }>('select last_seen_at as at from sessions')).rows[0]!.at.getTime();
  expect(await lastSeen()).toBe(runtime.now() - 999);
  runtime.advance(1);
  await sessions.slide(session);
  expect(await lastSeen()).toBe(runtime.now());
});

test('a caller that deleted sessions can announce their end by the hash', async () => {
  const accessToken = await sessions.open({ accountId: 1 });
  const { tokenHash } = (await sessions.peek(accessToken))!;
  sessions.announceEnded(await deleteSessionsOf(database, { accountId: 1 }));
  expect(ended).toEqual([tokenHash]);
});

test('all sessions of a customer can be deleted but one, and nobody else’s', async () => {
  const [kept, gone, other] = [
    await sessions.open({ accountId: 1 }),
    await sessions.open({ accountId: 1 }),
    await sessions.open({ accountId: 2 }),
  ];
  await deleteSessionsOf(database, { accountId: 1 }, hashOfToken(kept));
  expect(await sessions.peek(gone)).toBeNull();
  expect(await sessions.peek(kept)).not.toBeNull();
  expect(await sessions.peek(other)).not.toBeNull();
});

test('the sweep ends sessions that were idle for too long, and no others', async () => {
  const idle = await sessions.open({ accountId: 1 });
  const { tokenHash } = (await sessions.peek(idle))!;
  runtime.advance(idleMs / 2);
  const active = await sessions.open({ accountId: 2 });
  runtime.advance(idleMs / 2);
  await sessions.sweep();
  expect(ended).toEqual([tokenHash]);
  expect(await sessions.peek(active)).not.toBeNull();
});

test('an unknown access token finds nothing', async () => {
  for (const accessToken of ['', 'x', 'x'.repeat(100_000), '\u0000'])
    expect(await sessions.find(accessToken)).toBeNull();
});
