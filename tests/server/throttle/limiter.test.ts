import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import type { Result } from '../../../src/lib/contract/problem.ts';
import { resetValidMs } from '../../../src/server/sign-in/forgot-password.ts';
import { createLimiter, limiterSettings } from '../../../src/server/throttle/limiter.ts';
import { signInLimits, passwordLimits } from '../../../src/server/throttle/limits.ts';

const redisUrl = process.env.TEST_REDIS_URL;
const redis = redisUrl ? new Redis(redisUrl) : null;
afterAll(() => redis?.disconnect());

const twice = { points: 2, duration: 60 };
const stores = [{ name: 'memory', store: null }, ...(redis ? [{ name: 'Redis', store: redis }] : [])];
/** All tests share Redis, so each uses new names. */
const fresh = () => `name-${randomUUID()}`;

async function consumeThree(take: () => Promise<Result>): Promise<boolean[]> {
  const taken: boolean[] = [];
  for (let tried = 0; tried < 3; tried += 1) taken.push((await take()).ok);
  return taken;
}

describe.each(stores)('sign-ins counted in $name', ({ store }) => {
  const allowances = { registration: twice, requestOfEmail: twice, unchecked: twice, registrationMail: twice };
  const limiter = createLimiter(store, signInLimits, { ...allowances, resetMailAtAddress: twice, code: twice });
  const takes = {
    registration: (address: string) => limiter.consume('registration', { address }),
    request: (email: string) => limiter.consume('request', { email, address: '203.0.113.1' }),
    unchecked: (address: string) => limiter.consume('unchecked', { address }),
    resetMail: (email: string) => limiter.consume('resetMail', { email, address: '203.0.113.1' }),
    registrationMail: (email: string) => limiter.consume('registrationMail', { email }),
    code: (address: string) => limiter.consume('code', { address }),
  };

  test.each(Object.keys(takes) as (keyof typeof takes)[])('are limited by %s, each separately', async (kind) => {
    const name = fresh();
    const take = takes[kind];
    expect(await consumeThree(() => take(name))).toEqual([true, true, false]);
    expect(await take(name)).toMatchObject({ ok: false, problem: { code: 'TOO_MANY_REQUESTS' } });
    expect((await take(fresh())).ok).toBe(true);
    expect((await takes[kind === 'code' ? 'registration' : 'code'](name)).ok).toBe(true);
  });

  test('leave attempts at an address for others, however often one email is used there', async () => {
    const small = createLimiter(store, signInLimits, { request: { points: 4, duration: 60 }, requestOfEmail: twice });
    const [email, address] = [fresh(), fresh()];
    for (let asked = 0; asked < 10; asked += 1) await small.consume('request', { email, address });
    expect(await consumeThree(() => small.consume('request', { email: fresh(), address }))).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('are limited by the networks around an address too', async () => {
    const few = { points: 3, duration: 60 };
    const small = createLimiter(store, signInLimits, { registrationAtNetwork: few, requestAtNetwork: few });
    const site = `2001:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}`;
    const addresses = [1, 2, 3, 4].map((index) => `${site}:${index}::1`);
    const taken = [];
    for (const address of addresses) taken.push((await small.consume('registration', { address })).ok);
    for (const address of addresses) taken.push((await small.consume('request', { email: fresh(), address })).ok);
    expect(taken).toEqual([true, true, true, false, true, true, true, false]);
  });

  test('send one customer more mails than one address may request, but not without end', async () => {
    const small = createLimiter(store, signInLimits, {
      resetMailAtAddress: twice,
      resetMail: { points: 3, duration: 60 },
    });
    const email = fresh();
    const ask = (address: string) => small.consume('resetMail', { email, address });
    const stranger = fresh();
    expect(await consumeThree(() => ask(stranger))).toEqual([true, true, false]);
    expect(await consumeThree(() => ask(fresh()))).toEqual([true, false, false]);
  });

  test('forgive a code that was right', async () => {
    const address = fresh();
    await limiter.consume('code', { address });
    await limiter.giveBack('code', { address });
    expect(await consumeThree(() => limiter.consume('code', { address }))).toEqual([true, true, false]);
  });

  test('count a network of one subscriber as one', async () => {
    const network = `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}`;
    await limiter.consume('registration', { address: `${network}::1` });
    await limiter.consume('registration', { address: `${network}::2` });
    expect((await limiter.consume('registration', { address: `${network}::3` })).ok).toBe(false);
  });
});

describe('mails to a new password', () => {
  afterEach(() => vi.useRealTimers());

  test.each(['resetMail', 'resetMailAtAddress'] as const)('are counted by %s as long as a link works', (name) => {
    expect(signInLimits.counters[name].duration * 1_000).toBeLessThanOrEqual(resetValidMs);
  });

  test('are sent again once the last link has expired', async () => {
    vi.useFakeTimers();
    const limiter = createLimiter(null, signInLimits);
    const claim = { email: 'owner@example.com', address: '203.0.113.1' };
    const { points } = signInLimits.counters.resetMailAtAddress;
    for (let sent = 0; sent < points; sent += 1) expect((await limiter.consume('resetMail', claim)).ok).toBe(true);
    expect((await limiter.consume('resetMail', claim)).ok).toBe(false);
    vi.advanceTimersByTime(resetValidMs);
    expect((await limiter.consume('resetMail', claim)).ok).toBe(true);
  });
});

describe.each(stores)('guesses of the current password counted in $name', ({ store }) => {
  const limiter = createLimiter(store, passwordLimits, {
    ...{ atAddress: twice, account: { points: 3, duration: 60 }, change: twice },
    lookedAt: { points: 7, duration: 60 },
  });
  const account = () => Number.parseInt(randomUUID().slice(0, 8), 16);

  test('are limited at an address, and for an account from many', async () => {
    const [accountId, address] = [account(), fresh()];
    expect(await consumeThree(() => limiter.consume('guess', { owner: accountId, address }))).toEqual([
      true,
      true,
      false,
    ]);
    expect((await limiter.consume('guess', { owner: accountId, address: fresh() })).ok).toBe(true);
    expect((await limiter.consume('guess', { owner: accountId, address: fresh() })).ok).toBe(false);
    expect((await limiter.consume('guess', { owner: account(), address })).ok).toBe(true);
  });

  test('do not limit changes, which are counted per account and per link of a mail', async () => {
    const [accountId, session] = [account(), { openedBy: 'password', tokenHash: fresh() } as const];
    expect(await consumeThree(() => limiter.consume('change', { owner: accountId, session }))).toEqual([
      true,
      true,
      false,
    ]);
    expect(
      (await limiter.consume('change', { owner: accountId, session: { ...session, tokenHash: fresh() } })).ok,
    ).toBe(false);
    expect(
      (await limiter.consume('change', { owner: accountId, session: { openedBy: 'reset-link', tokenHash: fresh() } }))
        .ok,
    ).toBe(true);
    expect((await limiter.consume('change', { owner: account(), session })).ok).toBe(true);
  });

  test('are forgotten after a right one', async () => {
    const [accountId, address] = [account(), fresh()];
    await limiter.consume('guess', { owner: accountId, address });
    await limiter.consume('guess', { owner: accountId, address });
    await limiter.forget('wrongGuess', { owner: accountId, address });
    expect(await consumeThree(() => limiter.consume('guess', { owner: accountId, address }))).toEqual([
      true,
      true,
      false,
    ]);
  });
  test('are limited in total, right ones included, because each computes a hash', async () => {
    const [accountId, address] = [account(), fresh()];
    let lookedAt = 0;
    while (lookedAt < 20 && (await limiter.consume('guess', { owner: accountId, address })).ok) {
      lookedAt += 1;
      await limiter.forget('wrongGuess', { owner: accountId, address });
    }
    expect(lookedAt).toBe(7);
  });
});

describe.each(stores)('an act that takes from several counters in $name', ({ store }) => {
  const byName = (name: string) => name;
  const limiterOf = (countsRefused: boolean) =>
    createLimiter(
      store,
      limiterSettings({
        counters: {
          wide: { name: fresh(), points: 3, duration: 60 },
          narrow: { name: fresh(), points: 1, duration: 60 },
        },
        acts: { both: { wide: byName, narrow: byName }, wide: { wide: byName } },
        countsRefused,
      }),
    );

  test.each([
    { countsRefused: false, left: [true, true, false] },
    { countsRefused: true, left: [true, false, false] },
  ])('and is refused by the second also counts for the first: $countsRefused', async ({ countsRefused, left }) => {
    const limiter = limiterOf(countsRefused);
    expect((await limiter.consume('both', 'a')).ok).toBe(true);
    expect((await limiter.consume('both', 'a')).ok).toBe(false);
    expect(await consumeThree(() => limiter.consume('wide', 'a'))).toEqual(left);
  });

  test('may temporarily have less than a counter allows', async () => {
    const limiter = limiterOf(false);
    const take = () => limiter.consume('wide', 'a', { wide: 2 });
    expect(await consumeThree(take)).toEqual([true, true, false]);
    expect((await limiter.consume('wide', 'a')).ok).toBe(true);
  });
});
