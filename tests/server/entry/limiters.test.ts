import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, test } from 'vitest';
import type { Result } from '../../../src/lib/contract/problem.ts';
import { createPasswordLimiter } from '../../../src/server/accounts/password-limiter.ts';
import { createEntryLimiter } from '../../../src/server/entry/entry-limiter.ts';

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
  const allowances = { registration: twice, request: twice, unchecked: twice, mail: twice, code: twice };
  const limiter = createEntryLimiter(store, allowances);

  test.each(['takeRegistration', 'takeRequest', 'takeUnchecked', 'takeMail', 'takeCode'] as const)(
    'are limited by %s, each for itself and not for others',
    async (take) => {
      const name = fresh();
      expect(await takeThree(() => limiter[take](name))).toEqual([true, true, false]);
      expect(await limiter[take](name)).toMatchObject({ ok: false, problem: { code: 'TOO_MANY_REQUESTS' } });
      expect((await limiter[take](fresh())).ok).toBe(true);
      const other = take === 'takeCode' ? 'takeRequest' : 'takeCode';
      expect((await limiter[other](name)).ok).toBe(true);
    },
  );

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

describe.each(stores)('guesses of the current password counted in $name', ({ store }) => {
  const limiter = createPasswordLimiter(store, {
    ...{ atAddress: twice, account: { points: 3, duration: 60 }, change: twice },
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
});
