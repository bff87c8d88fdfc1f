import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseConfig } from '../../../src/server/config.ts';
import { createConfiguredFeed } from '../../../src/server/configured-feed.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { openTestDatabase } from '../../support/test-database.ts';

/**
 * Tests an attack by somebody who knows the source code and watches the public prices. The attack has its own
 * implementation of the arithmetic, so that it still works on a predictable market if the product's code changes.
 */

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** The facts about BTCUSD in the source code. */
const bitcoin = { symbol: 'BTCUSD', rate: 96_420.5, volatility: 0.022, spread: 0.00015, scale: 100 };
const watchedMs = 8_000;
const wantedQuotes = 223;

type Price = { sell: number; buy: number };

function mulberry32(seed: number): () => number {
  let a = seed | 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function fnv1a(basis: number, text: string): number {
  const hash = (before: number, letter: string) => Math.imul(before ^ letter.charCodeAt(0), 0x01000193);
  return text.split('').reduce(hash, 0x811c9dc5 ^ basis);
}

/** The endless quotes of a market that started in that second with that seed. */
function* imagined(seed: number, startSecond: number): Generator<Price> {
  const random = mulberry32(fnv1a(seed ^ startSecond, bitcoin.symbol));
  const pull = Math.LN2 / 60;
  const wait = () => Math.round(250 * 4 ** random());
  let gapMs = wait();
  for (let away = 0; ;) {
    const days = gapMs / 86_400_000;
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const width = bitcoin.volatility * Math.sqrt((1 - Math.exp(-2 * pull * days)) / (2 * pull));
    away = away * Math.exp(-pull * days) + width * normal;
    const mid = bitcoin.rate * Math.exp(away);
    const half = (bitcoin.spread * (0.8 + 0.4 * random())) / 2;
    const cents = (price: number) => Math.round(price * bitcoin.scale) / bitcoin.scale;
    yield { sell: cents(mid * (1 - half)), buy: cents(mid * (1 + half)) };
    gapMs = wait();
  }
}

const isSame = (one: Price | undefined, other: Price) => one?.sell === other.sell && one.buy === other.buy;

/**
 * Predicts the quotes after the observed ones, if a seed and a start in the last five minutes explain all of these;
 * otherwise null.
 */
function foretell(seen: readonly Price[], nowSecond: number): Price[] | null {
  for (let seed = 0; seed < 8; seed++) {
    for (let second = nowSecond - 300; second <= nowSecond; second++) {
      const market = imagined(seed, second);
      const take = () => market.next().value as Price;
      if (seen.every((price) => isSame(take(), price))) return Array.from({ length: wantedQuotes }, take);
    }
  }
  return null;
}

/** The public prices of BTCUSD: those of the first eight seconds, and the ones that follow. */
async function watch(env: Record<string, string>): Promise<{ seen: Price[]; next: Price[]; second: number }> {
  const parsed = parseConfig(env);
  if (!parsed.ok) throw new Error('the environment is wrong');
  const clock = createManualClock();
  const { schedule } = clock;
  const feed = await createConfiguredFeed({
    ...{ feed: parsed.config.feed, database, runtime: { ...clock, randomBytes }, schedule },
  });
  const prices: Price[] = [];
  feed.start((symbol, sell, buy) => {
    if (symbol === bitcoin.symbol) prices.push({ sell, buy });
  });
  clock.advance(watchedMs);
  // The first price is where the history ends, which everybody knows.
  const seen = prices.slice(1);
  const second = Math.floor(clock.now() / 1000);
  while (prices.length < 1 + seen.length + wantedQuotes) clock.advance(1_000);
  await feed.stop();
  return { seen, second, next: prices.slice(1 + seen.length, 1 + seen.length + wantedQuotes) };
}

test('with a known or weak seed, eight seconds of prices reveal all that follow', async () => {
  const { seen, next, second } = await watch({ FEED_SEED: '1' });
  expect(seen.length).toBeGreaterThan(8);
  expect(foretell(seen, second)).toEqual(next);
});

test('without FEED_SEED they reveal nothing, and two markets that start together differ', async () => {
  const { seen, next, second } = await watch({});
  expect(foretell(seen, second)).toBeNull();
  const other = await watch({});
  expect(other.seen).not.toEqual(seen);
  expect(other.next).not.toEqual(next);
});
