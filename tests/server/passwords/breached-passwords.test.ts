import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBreachCheck } from '../../../src/server/passwords/breached-passwords.ts';
import type { RangePeer } from '../../support/peers/range-peer.ts';
import { startRangePeer } from '../../support/peers/range-peer.ts';

let peer: RangePeer;
let warnings: unknown[][];
const check = (url: string | null = peer.url) =>
  createBreachCheck({ url, logger: { warn: (...said: unknown[]) => void warnings.push(said) } });

beforeEach(async () => {
  peer = await startRangePeer();
  warnings = [];
});
afterEach(() => peer.close());

test('a breached password is known by the first five digits of its hash: nothing else of it leaves', async () => {
  peer.breached = ['quiet-7351'];
  const { isBreached, stats } = check();
  expect([await isBreached('quiet-7351'), await isBreached('quiet-7352')]).toEqual([true, false]);
  const prefixes = ['quiet-7351', 'quiet-7352'].map((password) =>
    createHash('sha1').update(password).digest('hex').slice(0, 5).toUpperCase(),
  );
  expect(peer.asked).toEqual(prefixes.map((prefix) => ({ path: `/range/${prefix}`, padding: 'true' })));
  expect(stats).toEqual({ asked: 2, failed: 0 });
});

test('padding in an answer does not count as a breach', async () => {
  const digest = createHash('sha1').update('padded').digest('hex').toUpperCase();
  const answer = new Response(`${digest.slice(5)}:0`);
  const real = globalThis.fetch;
  globalThis.fetch = () => Promise.resolve(answer);
  try {
    expect(await check().isBreached('padded')).toBe(false);
  } finally {
    globalThis.fetch = real;
  }
});

test.each(['broken', 'silent'] as const)('a service that is %s rejects no password, and is counted', async (mood) => {
  peer.breached = ['quiet-7351'];
  peer.mood = mood;
  const { isBreached, stats } = check();
  expect(await isBreached('quiet-7351')).toBe(false);
  expect(stats).toEqual({ asked: 1, failed: 1 });
  expect(JSON.stringify(warnings)).not.toContain('quiet');
  expect(warnings).toHaveLength(1);
});

test('no request is sent unless the broker has configured a service', async () => {
  const { isBreached, stats } = check(null);
  expect(await isBreached('quiet-7351')).toBe(false);
  expect(stats).toEqual({ asked: 0, failed: 0 });
});
