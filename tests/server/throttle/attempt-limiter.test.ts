import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, test } from 'vitest';
import type { Attempt } from '../../../src/server/throttle/attempt-limiter.ts';
import { createAttemptLimiter } from '../../../src/server/throttle/attempt-limiter.ts';
import { connectRedis } from '../../../src/server/redis.ts';

const redisUrl = process.env.TEST_REDIS_URL;
const redis = redisUrl ? new Redis(redisUrl) : null;
const silent = { warn: () => undefined };
afterAll(() => redis?.disconnect());

const allowances = {
  device: { points: 3, duration: 60 },
  address: { points: 6, duration: 60 },
  home: { points: 9, duration: 60 },
  network: { points: 12, duration: 60 },
  emailAtAddress: { points: 2, duration: 60 },
  emailAtAddressTight: { points: 1, duration: 60 },
  emailAtNetwork: { points: 4, duration: 60 },
  emailAtNetworkTight: { points: 2, duration: 60 },
  email: { points: 4, duration: 60 },
};

/** All tests share Redis, so each uses new names. */
const fresh = () => ({
  address: `address-${randomUUID()}`,
  email: `${randomUUID()}@example.com`,
  knownDevice: null as string | null,
});

const stores = [{ name: 'memory', store: null }, ...(redis ? [{ name: 'Redis', store: redis }] : [])];

describe.each(stores)('attempts counted in $name', ({ store }) => {
  const limiter = createAttemptLimiter(store, allowances);

  async function consumeMany(attempts: Attempt[]): Promise<boolean[]> {
    const taken: boolean[] = [];
    for (const attempt of attempts) taken.push((await limiter.consume(attempt)).ok);
    return taken;
  }

  test('are limited by email at an address', async () => {
    const attempt = fresh();
    expect(await consumeMany([attempt, attempt, attempt])).toEqual([true, true, false]);
    expect(await limiter.consume(attempt)).toMatchObject({ ok: false, problem: { code: 'TOO_MANY_REQUESTS' } });
    expect(await consumeMany([{ ...attempt, address: fresh().address }])).toEqual([true]);
  });

  test('are limited by address, whatever the email', async () => {
    const { address } = fresh();
    const attempts = Array.from({ length: 7 }, () => ({ ...fresh(), address }));
    expect(await consumeMany(attempts)).toEqual([true, true, true, true, true, true, false]);
  });

  test('are never refused for the attempts of others, but each address has fewer once many tried', async () => {
    const { email } = fresh();
    const fromAnywhere = () => ({ ...fresh(), email });
    const before = fromAnywhere();
    expect(await consumeMany([before, fromAnywhere(), fromAnywhere(), fromAnywhere()])).toEqual([
      true,
      true,
      true,
      true,
    ]);
    const late = fromAnywhere();
    expect(await consumeMany([late, late])).toEqual([true, false]);
    expect(await consumeMany([before, fromAnywhere()])).toEqual([false, true]);
  });

  test('of one address alone do not lower the limit for the others', async () => {
    const { email } = fresh();
    const hammer = { ...fresh(), email };
    await consumeMany(Array.from({ length: 20 }, () => hammer));
    const owner = { ...fresh(), email };
    expect(await consumeMany([owner, owner, owner])).toEqual([true, true, false]);
  });

  test('with one email at an address leave attempts for others behind it', async () => {
    const hammer = fresh();
    await consumeMany(Array.from({ length: 20 }, () => hammer));
    const others = Array.from({ length: 4 }, () => ({ ...fresh(), address: hammer.address }));
    expect(await consumeMany(others)).toEqual([true, true, true, true]);
  });

  test('are limited by the networks around an address, with larger limits for wider ones', async () => {
    const group = () => randomUUID().slice(0, 4);
    const site = `2001:${group()}:${group()}`;
    const from = (index: string) => ({ ...fresh(), address: `${site}:${index}::1` });
    const manyFrom = (index: string) => Array.from({ length: 5 }, () => from(index));
    expect((await consumeMany([...manyFrom('aa01'), ...manyFrom('aa02')])).filter(Boolean)).toHaveLength(9);
    expect(await consumeMany([from('aa03'), ...manyFrom('bb01')])).toEqual([false, true, true, true, false, false]);
    expect(await consumeMany([{ ...fresh(), address: `2001:${group()}:${group()}::1` }])).toEqual([true]);
  });

  test('with one email are limited by network, because addresses are cheap, and more strictly once many networks tried', async () => {
    const { email } = fresh();
    const net = `2001:db8:${randomUUID().slice(0, 4)}`;
    const attempts = Array.from({ length: 6 }, (_, index) => ({ ...fresh(), email, address: `${net}:${index}::1` }));
    expect(await consumeMany(attempts)).toEqual([true, true, true, true, false, false]);
    const late = `2001:db9:${randomUUID().slice(0, 4)}`;
    const more = Array.from({ length: 4 }, (_, index) => ({ ...fresh(), email, address: `${late}:${index}::1` }));
    expect(await consumeMany(more)).toEqual([true, true, false, false]);
  });

  test('of a known device are its own, whatever strangers and its own address do', async () => {
    const { address, email } = fresh();
    const owner = { address, email, knownDevice: `device-${randomUUID()}` };
    await consumeMany(Array.from({ length: 10 }, () => ({ address, email, knownDevice: null })));
    await consumeMany(Array.from({ length: 10 }, () => ({ ...fresh(), email })));
    expect(await consumeMany([owner, owner, owner, owner])).toEqual([true, true, true, false]);
    const other = { ...owner, knownDevice: `device-${randomUUID()}` };
    expect(await consumeMany([other])).toEqual([true]);
  });

  test('of a known device are forgiven after a right one', async () => {
    const owner = { ...fresh(), knownDevice: `device-${randomUUID()}` };
    await consumeMany([owner, owner]);
    await limiter.forgive(owner);
    expect(await consumeMany([owner, owner, owner, owner])).toEqual([true, true, true, false]);
  });

  test('say when to try again', async () => {
    const attempt = fresh();
    await consumeMany([attempt, attempt]);
    const refused = await limiter.consume(attempt);
    const seconds = refused.ok ? 0 : refused.problem.retryAfterSeconds;
    expect(seconds).toBeGreaterThan(50);
    expect(seconds).toBeLessThanOrEqual(60);
  });

  test('are forgiven after a right one', async () => {
    const attempt = fresh();
    for (let round = 0; round < 4; round++) {
      expect(await consumeMany([attempt, attempt])).toEqual([true, true]);
      await limiter.forgive(attempt);
    }
  });

  test('are not cancelled by right ones: each right one takes back only itself, however many come together', async () => {
    const own = fresh();
    for (let round = 0; round < 20; round += 1) {
      const taken = await Promise.all([limiter.consume(own), limiter.consume(own)]);
      await Promise.all(taken.filter(({ ok }) => ok).map(() => limiter.forgive(own)));
    }
    const guesses = Array.from({ length: 8 }, () => ({ ...fresh(), address: own.address }));
    expect((await consumeMany(guesses)).filter(Boolean)).toHaveLength(allowances.address.points);
  });

  test('that were no guess are given back, for a known device too', async () => {
    for (const attempt of [fresh(), { ...fresh(), knownDevice: `device-${randomUUID()}` }]) {
      for (let round = 0; round < 8; round += 1) {
        expect((await limiter.consume(attempt)).ok).toBe(true);
        await limiter.giveBack(attempt);
      }
    }
  });

  test('that were refused are given back to a network a limited number of times, so that it cannot name emails without end', async () => {
    const few = createAttemptLimiter(store, { ...allowances, sentAway: { points: 3, duration: 60 } });
    const { address } = fresh();
    const sendAway = async (email: string) => {
      const attempt = { address, email, knownDevice: null };
      const { ok } = await few.consume(attempt);
      if (ok) await few.giveBack(attempt);
      return ok;
    };
    const owner = fresh().email;
    let named = 0;
    while (named < 40 && (await sendAway(fresh().email))) named += 1;
    expect(named).toBe(3 + allowances.address.points);
    expect(await sendAway(owner)).toBe(false);
    expect((await few.consume({ ...fresh(), email: owner })).ok).toBe(true);
  });

  test('of an account’s known devices are limited in total, right ones included', async () => {
    const few = createAttemptLimiter(store, { ...allowances, known: { points: 5, duration: 60 } });
    const { email, address } = fresh();
    const enter = async (knownDevice: string) => {
      const attempt = { address, email, knownDevice };
      const { ok } = await few.consume(attempt);
      if (ok) await few.forgive(attempt);
      return ok;
    };
    const entered: boolean[] = [];
    for (let come = 0; come < 8; come += 1) entered.push(await enter(`device-${randomUUID()}`));
    expect(entered.filter(Boolean)).toHaveLength(5);
    expect((await few.consume({ email, address, knownDevice: null })).ok).toBe(true);
  });

  test('that open a session are counted for the account, and separately for a known device', async () => {
    const few = createAttemptLimiter(store, { session: { points: 2, duration: 60 } });
    const claim = { accountId: Number.parseInt(randomUUID().slice(0, 8), 16), knownDevice: null };
    const open = async (more: object = {}) => (await few.consumeSession({ ...claim, ...more })).ok;
    expect([await open(), await open(), await open()]).toEqual([true, true, false]);
    expect(await open({ knownDevice: randomUUID() })).toBe(true);
    await few.giveSessionBack(claim);
    expect([await open(), await open()]).toEqual([true, false]);
  });

  test('are counted one by one when they are concurrent', async () => {
    const attempt = fresh();
    const taken = await Promise.all(Array.from({ length: 10 }, () => limiter.consume(attempt)));
    expect(taken.filter(({ ok }) => ok)).toHaveLength(2);
  });
});

test('attempts are counted in memory while Redis is away', async () => {
  const away = connectRedis('redis://127.0.0.1:1', silent);
  const limiter = createAttemptLimiter(away, allowances);
  const attempt = fresh();
  const taken = [await limiter.consume(attempt), await limiter.consume(attempt), await limiter.consume(attempt)];
  expect(taken.map(({ ok }) => ok)).toEqual([true, true, false]);
  away.disconnect();
});
