import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRefusalNotes } from '../../../src/server/audit/refusal-notes.ts';
import { logIn } from '../../../src/server/auth/log-in.ts';
import { createPasswordCheck, hashPassword } from '../../../src/server/passwords/password.ts';
import { createSessions } from '../../../src/server/sessions/sessions.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { createAttemptLimiter } from '../../../src/server/throttle/attempt-limiter.ts';
import { openTestDatabase } from '../../support/test-database.ts';
import { createTestRuntime } from '../../support/test-runtime.ts';

/**
 * A log-in takes as long as its single hash, so the tests compare which hashes are computed instead of measuring times.
 */

const runtime = createTestRuntime();
let database: Database;
/** The hashes against which passwords were verified. */
const verified: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  await database.query(
    `insert into accounts (token, uniqid, email, password_hash, first_name, last_name, category_ids, created_at)
     values (gen_random_uuid(), 'U1', 'known@example.com', $1, 'A', 'B', '{}', now())`,
    [await hashPassword('secret')],
  );
}, 60_000);
afterAll(() => database.close());

async function tryLogIn(email: string, password = 'wrong', meanwhile?: () => Promise<unknown>): Promise<unknown> {
  const dependencies = {
    ...{ database, runtime, attempts: createAttemptLimiter(null) },
    sessions: createSessions({ database, runtime, idleMs: 60_000 }),
    onFirstSignIn: () => Promise.resolve(),
    siteUrl: 'https://broker.example',
    isHuman: () => Promise.resolve({ ok: true, mark: 'off' } as const),
    refusals: createRefusalNotes({ database, runtime, logger: { warn: () => undefined } }),
    verifyPassword: createPasswordCheck(async (hashed, typed) => {
      verified.push(String(hashed));
      const matches = await verify(hashed, typed);
      await meanwhile?.();
      return matches;
    }),
  };
  const origin = { address: '203.0.113.1', userAgent: null };
  const nothing = { humanToken: undefined, deviceToken: undefined, secondFactor: undefined };
  return logIn(dependencies, { email, password, origin, ...nothing });
}

/** Algorithm, parameters, and the lengths of salt and hash. */
function costOf(hashed: string): unknown {
  const [, algorithm, version, parameters, salt, digest] = hashed.split('$');
  return { algorithm, version, parameters, salt: salt?.length, digest: digest?.length };
}

test('an unknown email is verified like a known one: once, with the same parameters and the same answer', async () => {
  const known = await tryLogIn('known@example.com');
  const unknown = await tryLogIn('unknown@example.com');
  expect(verified).toHaveLength(2);
  expect(verified[0]).not.toBe(verified[1]);
  expect(costOf(verified[0]!)).toEqual(costOf(verified[1]!));
  expect(costOf(verified[1]!)).toMatchObject({ algorithm: 'argon2id', parameters: 'm=19456,t=2,p=1' });
  expect(known).toEqual(unknown);
});

test('a log-in with the old password opens no session if the password changes meanwhile', async () => {
  const change = async () =>
    database.query(`update accounts set password_hash = $1 where email = 'known@example.com'`, [
      await hashPassword('another'),
    ]);
  const late = await tryLogIn('known@example.com', 'secret', change);
  expect(late).toEqual({ ok: false, problem: { code: 'INVALID_CREDENTIALS' } });
  const { rows } = await database.query('select 1 from sessions');
  expect(rows).toHaveLength(0);
  expect(await tryLogIn('known@example.com', 'another')).toMatchObject({ ok: true });
});
