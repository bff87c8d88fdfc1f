import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import type { Result } from '../../../src/lib/contract/problem.ts';
import { createPasswordLimiter } from '../../../src/server/accounts/password-limiter.ts';
import { createEntryLimiter, entryAllowances } from '../../../src/server/entry/entry-limiter.ts';
import { resetValidMs } from '../../../src/server/entry/forgot-password.ts';

const redisUrl = process.env.TEST_REDIS_URL;
const redis = redisUrl ? new Redis(redisUrl) : null;
afterAll(() => redis?.disconnect());

const twice = { points: 2, duration: 60 };
const stores = [{ name: 'memory', store: null }, ...(redis ? [{ name: 'Redis', store: redis }] : [])];
/** Redis is shared by all tests: names that nobody used before keep them apart. */
const fresh = () => `name-${randomUUID()}`;

async function takeThree(take: () => Promise<Result>): Promise<boolean[]> {
  const taken: boolean[] = [];
  for (let tried = 0; tried < 3; tried += 1) taken.push((await take()).ok);
  return taken;
}

describe.each(stores)('the ways in counted in $name', ({ store }) => {
  const allowances = { registration: twice, requestOfEmail: twice, unchecked: twice, registrationMail: twice };
  const limiter = createEntryLimiter(store, { ...allowances, resetMailAtAddress: twice, code: twice });
  const takes = {
    registration: limiter.takeRegistration,
    request: (email: string) => limiter.takeRequest({ email, address: '203.0.113.1' }),
    unchecked: limiter.takeUnchecked,
    resetMail: (email: string) => limiter.takeResetMail({ email, address: '203.0.113.1' }),
    registrationMail: limiter.takeRegistrationMail,
    code: limiter.takeCode,
  };

  test.each(Object.keys(takes) as (keyof typeof takes)[])(
    'are limited by %s, each for itself and not for others',
    async (kind) => {
      const name = fresh();
      const take = takes[kind];
      expect(await takeThree(() => take(name))).toEqual([true, true, false]);
      expect(await take(name)).toMatchObject({ ok: false, problem: { code: 'TOO_MANY_REQUESTS' } });
      expect((await take(fresh())).ok).toBe(true);
      expect((await takes[kind === 'code' ? 'registration' : 'code'](name)).ok).toBe(true);
    },
  );

  test('leave an address to the others behind it, whoever asks for one email there', async () => {
    const small = createEntryLimiter(store, { request: { points: 4, duration: 60 }, requestOfEmail: twice });
    const [email, address] = [fresh(), fresh()];
    for (let asked = 0; asked < 10; asked += 1) await small.takeRequest({ email, address });
    expect(await takeThree(() => small.takeRequest({ email: fresh(), address }))).toEqual([true, true, false]);
  });

  test('are limited by the networks around an address too', async () => {
    const few = { points: 3, duration: 60 };
    const small = createEntryLimiter(store, { registrationAtNetwork: few, requestAtNetwork: few });
    const site = `2001:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}`;
    const places = [1, 2, 3, 4].map((place) => `${site}:${place}::1`);
    const taken = [];
    for (const address of places) taken.push((await small.takeRegistration(address)).ok);
    for (const address of places) taken.push((await small.takeRequest({ email: fresh(), address })).ok);
    expect(taken).toEqual([true, true, true, false, true, true, true, false]);
  });

  test('mail one customer more than one address may ask for, and not without an end', async () => {
    const small = createEntryLimiter(store, { resetMailAtAddress: twice, resetMail: { points: 3, duration: 60 } });
    const email = fresh();
    const ask = (address: string) => small.takeResetMail({ email, address });
    const stranger = fresh();
    expect(await takeThree(() => ask(stranger))).toEqual([true, true, false]);
    expect(await takeThree(() => ask(fresh()))).toEqual([true, false, false]);
  });

  test('forgive a code that was right', async () => {
    const address = fresh();
    await limiter.takeCode(address);
    await limiter.forgiveCode(address);
    expect(await takeThree(() => limiter.takeCode(address))).toEqual([true, true, false]);
  });

  test('count a network of one subscriber as one', async () => {
    const network = `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}`;
    await limiter.takeRegistration(`${network}::1`);
    await limiter.takeRegistration(`${network}::2`);
    expect((await limiter.takeRegistration(`${network}::3`)).ok).toBe(false);
  });
});

describe('mails to a new password', () => {
  afterEach(() => vi.useRealTimers());

  test.each(['resetMail', 'resetMailAtAddress'] as const)('are counted by %s as long as a link works', (name) => {
    expect(entryAllowances[name].duration * 1_000).toBeLessThanOrEqual(resetValidMs);
  });

  test('leave again once the last link that was sent is worth nothing', async () => {
    vi.useFakeTimers();
    const limiter = createEntryLimiter(null);
    const claim = { email: 'owner@example.com', address: '203.0.113.1' };
    const { points } = entryAllowances.resetMailAtAddress;
    for (let sent = 0; sent < points; sent += 1) expect((await limiter.takeResetMail(claim)).ok).toBe(true);
    expect((await limiter.takeResetMail(claim)).ok).toBe(false);
    vi.advanceTimersByTime(resetValidMs);
    expect((await limiter.takeResetMail(claim)).ok).toBe(true);
  });
});

describe.each(stores)('guesses of the current password counted in $name', ({ store }) => {
  const limiter = createPasswordLimiter(store, {
    ...{ atAddress: twice, account: { points: 3, duration: 60 }, change: twice },
    lookedAt: { points: 7, duration: 60 },
  });
  const account = () => Number.parseInt(randomUUID().slice(0, 8), 16);

  test('are limited at an address, and for an account from many', async () => {
    const [accountId, address] = [account(), fresh()];
    expect(await takeThree(() => limiter.take(accountId, address))).toEqual([true, true, false]);
    expect((await limiter.take(accountId, fresh())).ok).toBe(true);
    expect((await limiter.take(accountId, fresh())).ok).toBe(false);
    expect((await limiter.take(account(), address)).ok).toBe(true);
  });

  test('do not limit changes, which are counted for an account, and for each link of a mail', async () => {
    const [accountId, session] = [account(), { openedBy: 'password', tokenHash: fresh() } as const];
    expect(await takeThree(() => limiter.takeChange(accountId, session))).toEqual([true, true, false]);
    expect((await limiter.takeChange(accountId, { ...session, tokenHash: fresh() })).ok).toBe(false);
    expect((await limiter.takeChange(accountId, { openedBy: 'reset-link', tokenHash: fresh() })).ok).toBe(true);
    expect((await limiter.takeChange(account(), session)).ok).toBe(true);
  });

  test('are forgotten after a right one', async () => {
    const [accountId, address] = [account(), fresh()];
    await limiter.take(accountId, address);
    await limiter.take(accountId, address);
    await limiter.forgive(accountId, address);
    expect(await takeThree(() => limiter.take(accountId, address))).toEqual([true, true, false]);
  });
  test('are so many in all, right ones too: each is a hash', async () => {
    const [accountId, address] = [account(), fresh()];
    let lookedAt = 0;
    while (lookedAt < 20 && (await limiter.take(accountId, address)).ok) {
      lookedAt += 1;
      await limiter.forgive(accountId, address);
    }
    expect(lookedAt).toBe(7);
  });
});
