import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRefusalNotes } from '../../../src/server/audit/refusal-notes.ts';
import { logIn } from '../../../src/server/auth/log-in.ts';
import { createHashQueue } from '../../../src/server/passwords/hash-queue.ts';
import { createPasswordCheck, hashPassword } from '../../../src/server/passwords/password.ts';
import { createSessions } from '../../../src/server/sessions/sessions.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { attemptAllowances, createAttemptLimiter } from '../../../src/server/throttle/attempt-limiter.ts';
import { openTestDatabase } from '../../support/test-database.ts';
import { createTestRuntime } from '../../support/test-runtime.ts';

/**
 * Tests the order in which concurrent log-ins are verified. The hashes are real, but the tests do not depend on how
 * long they take.
 */

const email = 'owner@example.com';
const runtime = createTestRuntime();
let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.query(
    `insert into accounts (token, uniqid, email, password_hash, first_name, last_name, category_ids, created_at)
     values (gen_random_uuid(), 'U1', '${email}', $1, 'A', 'B', '{}', now())`,
    [await hashPassword('secret')],
  );
}, 60_000);
afterAll(() => database.close());

/** Log-ins whose password checks wait until `release` is called. */
function holdLogIns() {
  const verified: string[] = [];
  const queue = createHashQueue();
  let arrived = 0;
  let release = (): void => undefined;
  const released = new Promise<void>((tell) => (release = tell));
  const dependencies = {
    ...{ database, runtime, attempts: createAttemptLimiter(null) },
    sessions: createSessions({ database, runtime, idleMs: 60_000 }),
    onFirstSignIn: () => Promise.resolve(),
    siteUrl: 'https://broker.example',
    isHuman: () => Promise.resolve({ ok: true, mark: 'off' } as const),
    refusals: createRefusalNotes({ database, runtime, logger: { warn: () => undefined } }),
    verifyPassword: createPasswordCheck(
      async (hashed, typed) => {
        await released;
        verified.push(String(typed));
        return verify(hashed, typed);
      },
      {
        run(slot, work) {
          arrived += 1;
          return queue.run(slot, work);
        },
      },
    ),
  };
  return {
    ...{ verified, release },
    /** Waits until this many log-ins have reached the hash queue, including those that it refused. */
    untilArrived: (count: number) => expect.poll(() => arrived, { timeout: 30_000 }).toBe(count),
    tryLogIn(password: string, address: string, deviceToken?: string) {
      const nothing = { humanToken: undefined, secondFactor: undefined };
      return logIn(dependencies, { email, password, deviceToken, origin: { address, userAgent: null }, ...nothing });
    },
  };
}

async function deviceOfOwner(): Promise<string> {
  const logIns = holdLogIns();
  logIns.release();
  const entered = await logIns.tryLogIn('secret', '198.51.100.1');
  if (!entered.ok) throw new Error(entered.problem.code);
  return entered.deviceToken;
}

test.each([
  { device: 'a known device', network: (guess: number) => guess, arrived: 200 },
  {
    device: 'a new device of a network of its own',
    network: () => 1,
    arrived: attemptAllowances.emailAtNetwork.points,
  },
])('the owner on $device is verified before the strangers who came first', async ({ device, network, arrived }) => {
  const token = device === 'a known device' ? await deviceOfOwner() : undefined;
  const logIns = holdLogIns();
  const strangers = Array.from({ length: 200 }, (_, guess) =>
    logIns.tryLogIn(`guess ${guess}`, `10.0.${network(guess)}.${guess + 1}`),
  );
  await logIns.untilArrived(arrived);
  const owner = logIns.tryLogIn('secret', '198.51.100.2', token);
  await logIns.untilArrived(arrived + 1);
  logIns.release();
  expect((await owner).ok).toBe(true);
  const codes = (await Promise.all(strangers)).map((answer) => (answer.ok ? 'in' : answer.problem.code));
  expect(new Set(codes)).toEqual(new Set(['INVALID_CREDENTIALS', 'TOO_MANY_REQUESTS']));
  // At most three checks came first: two were already running, and one waiting log-in of a shared network goes before a
  // newcomer from another network.
  expect(logIns.verified.indexOf('secret')).toBeLessThanOrEqual(3);
  expect(logIns.verified.length).toBeGreaterThan(20);
});

test('a known device is never refused, however full the queue is', async () => {
  const token = await deviceOfOwner();
  const logIns = holdLogIns();
  const strangers = Array.from({ length: 100 }, (_, guess) => logIns.tryLogIn(`guess ${guess}`, `10.1.${guess}.1`));
  await logIns.untilArrived(100);
  const owner = Array.from({ length: 10 }, () => logIns.tryLogIn('secret', '198.51.100.3', token));
  await logIns.untilArrived(110);
  logIns.release();
  expect((await Promise.all(owner)).map(({ ok }) => ok)).toEqual(owner.map(() => true));
  await Promise.all(strangers);
});

test('a refused log-in does not count as a guess', async () => {
  const logIns = holdLogIns();
  const strangers = Array.from({ length: 60 }, (_, guess) => logIns.tryLogIn('wrong', `10.2.${guess}.1`));
  await logIns.untilArrived(60);
  const last = () => logIns.tryLogIn('secret', '10.2.251.1');
  for (let tried = 0; tried < 20; tried += 1)
    expect(await last()).toMatchObject({ ok: false, problem: { code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 2 } });
  logIns.release();
  await Promise.all(strangers);
  expect((await last()).ok).toBe(true);
});
