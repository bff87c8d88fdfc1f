import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Feed, OnQuote } from '../../../src/server/market/feed.ts';
import { createQuoteBook } from '../../../src/server/market/quote-book.ts';
import { createReplayFeed } from '../../../src/server/market/replay-feed.ts';
import { readReplayFile } from '../../../src/server/market/replay-file.ts';
import { createManualClock } from '../../support/manual-clock.ts';

type Quote = Parameters<OnQuote>;

/**
 * One minute from noon on: BTCUSD every second, EURUSD every tenth of a second. The first quote of EURUSD is crossed.
 */
function makeMinute(): string {
  const lines = ['ms_of_day,symbol,bid,ask'];
  for (let offset = 43_200_000; offset < 43_260_000; offset += 100) {
    const crossed = offset === 43_200_000;
    lines.push(`${offset},EURUSD,${crossed ? 1.3 : 1.2},1.2001`);
    if (offset % 1000 === 0) lines.push(`${offset},BTCUSD,${7000 + (offset % 60_000) / 1000},7100`);
  }
  return `${lines.join('\n')}\n`;
}

let folder: string;
let minute: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'replay-'));
  minute = await write('minute.csv.gz', makeMinute());
});
afterAll(() => rm(folder, { recursive: true }));

async function write(name: string, text: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, name.endsWith('.gz') ? gzipSync(text) : text);
  return file;
}

/** Starts a feed. It has read its file when its first timer runs. */
async function play(file: string, speed: number, accept: OnQuote = () => undefined) {
  const clock = createManualClock();
  const quotes: Quote[] = [];
  const startMs = clock.now();
  const started = Promise.withResolvers<undefined>();
  const feed: Feed = createReplayFeed({
    file,
    speed,
    clocks: clock,
    schedule: (run, intervalMs) => {
      started.resolve(undefined);
      return clock.schedule(run, intervalMs);
    },
  });
  feed.start((...quote) => {
    quotes.push(quote);
    accept(...quote);
  });
  await started.promise;
  return { clock, feed, quotes, startMs };
}

describe('a replay', () => {
  test('quotes at the pace of the file, stamped with the present time', async () => {
    const { clock, quotes, startMs } = await play(minute, 1);
    clock.advance(1000);
    expect(quotes.filter(([symbol]) => symbol === 'EURUSD').map((quote) => quote[3] - startMs)).toEqual(
      Array.from({ length: 11 }, (_, index) => index * 100),
    );
    expect(quotes.at(-1)).toEqual(['BTCUSD', 7001, 7100, startMs + 1000, startMs + 1000]);
  });

  test.each([60, 1000])('at speed %d plays as many quotes as the time asks for, round after round', async (speed) => {
    const { clock, quotes, startMs } = await play(minute, speed);
    const roundMs = 59_900 + 1000;
    const rounds = 50;
    clock.advance(Math.ceil((rounds * roundMs) / speed) + 20);
    const starts = quotes.filter((quote) => quote[1] === 1.3);
    expect(starts.length).toBeGreaterThanOrEqual(rounds + 1);
    expect(quotes.length).toBeGreaterThanOrEqual(rounds * 660);
    // After fifty rounds the next one starts exactly on time, so nothing was lost.
    expect(starts[rounds]![3]).toBe(startMs + Math.floor((rounds * roundMs) / speed));
    expect(quotes.every((quote, index) => index === 0 || quote[3] >= quotes[index - 1]![3])).toBe(true);
  });

  test('plays a limited number of quotes in one step, and then catches up', async () => {
    const { clock, quotes } = await play(minute, 60_000);
    let before = 0;
    let largest = 0;
    for (let step = 0; step < 100; step++) {
      clock.advance(20);
      largest = Math.max(largest, quotes.length - before);
      before = quotes.length;
    }
    expect(largest).toBeLessThanOrEqual(5000);
    expect(quotes.length).toBeGreaterThan(100 * 4000);
  });

  test('continues when the wall clock is set back by an hour, and stamps quotes with it', async () => {
    const { clock, quotes, startMs } = await play(minute, 1);
    clock.advance(1000);
    clock.setWall(-3_600_000);
    clock.advance(1000);
    expect(quotes.at(-1)!.slice(3)).toEqual([startMs + 2000 - 3_600_000, startMs + 2000]);
  });

  test('continues where it was when the machine slept', async () => {
    const { clock, quotes } = await play(minute, 1);
    clock.advance(10_000);
    const before = quotes.length;
    clock.sleep(3_600_000);
    expect(quotes.length).toBe(before + 1);
    expect(quotes.at(-1)![3]).toBe(clock.now());
    clock.advance(1000);
    expect(quotes.length).toBe(before + 1 + 11);
  });

  test('ends when it is stopped, even before its file is read', async () => {
    const { clock, feed, quotes } = await play(minute, 1);
    await feed.stop();
    const before = quotes.length;
    clock.advance(5000);
    expect(quotes.length).toBe(before);
    const hasty = createReplayFeed({ file: minute, speed: 1, clocks: clock, schedule: clock.schedule });
    hasty.start(() => undefined);
    await hasty.stop();
    await hasty.openingRates();
    expect(clock.running()).toBe(0);
  });

  test('reports the first good bid of each symbol, and is named after its file', async () => {
    const { feed } = await play(minute, 1);
    expect(feed.name).toBe('replay:minute');
    expect([...(await feed.openingRates())]).toEqual([
      ['BTCUSD', 7000],
      ['EURUSD', 1.2],
    ]);
  });
});

describe('a file', () => {
  test('may be uncompressed, without a header or a last line break, and with bad quotes, which the book drops', async () => {
    const file = await write('dirty.csv', '1,A,1,2\nrubbish\n\n2,A,,2\r\n3,A,x,2\n2,A,5,4\n4,B,1e3,2000');
    const { count, symbols, bids, asks, offsetsMs } = await readReplayFile(file);
    expect(symbols).toEqual(['A', 'B']);
    expect([...bids.subarray(0, count)]).toEqual([1, NaN, NaN, 5, 1000]);
    expect([...asks.subarray(0, count)]).toEqual([2, 2, 2, 4, 2000]);
    expect([...offsetsMs.subarray(0, count)]).toEqual([1, 2, 3, 3, 4]);
  });

  test.each([
    ['missing', 'missing.csv.gz', undefined],
    ['empty', 'empty.csv.gz', 'ms_of_day,symbol,bid,ask\n'],
  ])('that is %s is refused by name', async (_state, name, text) => {
    const file = text === undefined ? join(folder, name) : await write(name, text);
    const feed = createReplayFeed({ file, speed: 1, clocks: createManualClock() });
    await expect(feed.openingRates()).rejects.toThrow(file);
  });

  test('that is truncated or not gzip is refused by name', async () => {
    const file = join(folder, 'cut.csv.gz');
    await writeFile(file, gzipSync(makeMinute()).subarray(0, 200));
    await expect(readReplayFile(file)).rejects.toThrow(file);
    await writeFile(file, 'plain text');
    await expect(readReplayFile(file)).rejects.toThrow(file);
  });

  test('of half a million quotes is kept completely, to the digit', async () => {
    const count = 500_000;
    const line = (index: number) => `${index},S${index % 9},${index + 1}.25,${index + 1}.5`;
    const file = await write('long.csv.gz', Array.from({ length: count }, (_, index) => line(index)).join('\n'));
    const quotes = await readReplayFile(file);
    expect(quotes.count).toBe(count);
    for (const index of [0, 65_535, 65_536, 131_072, count - 1]) {
      expect([quotes.offsetsMs[index], quotes.bids[index], quotes.asks[index]]).toEqual([
        index,
        index + 1.25,
        index + 1.5,
      ]);
      expect(quotes.symbols[quotes.symbolIndexes[index]!]).toBe(`S${index % 9}`);
    }
  });
});

/** A recorded hour, if the machine has one: as imperfect as real feeds are. */
const recordedHour = '../shared/market-data/hour.csv.gz';
const hour = existsSync(recordedHour) ? recordedHour : undefined;

test('of the recorded hour no crossed quote is kept, and every quote is counted', async () => {
  const file = hour ?? minute;
  const { symbols, count } = await readReplayFile(file);
  const book = createQuoteBook({ symbols });
  let crossedKept = 0;
  book.onQuote((_index, bid, ask) => {
    if (bid > ask) crossedKept++;
  });
  const { clock, quotes } = await play(file, 60, book.accept);
  while (quotes.length < count) clock.advance(1000);
  const dropped = Object.values(book.drops).reduce((sum, drops) => sum + drops, 0);
  expect(crossedKept).toBe(0);
  expect(book.drops.crossed).toBeGreaterThan(0);
  expect(book.drops.out_of_order).toBe(0);
  expect(book.accepted + dropped).toBe(quotes.length);
});
