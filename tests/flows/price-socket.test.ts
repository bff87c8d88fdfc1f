import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemSchedule } from '../../src/server/schedule.ts';
import type { PriceFloor } from '../support/price-floor.ts';
import { merged, openPriceFloor } from '../support/price-floor.ts';
import { openRawPriceReader } from '../support/raw/raw-price-reader.ts';

let floor: PriceFloor;

describe('a reader', () => {
  beforeEach(async () => {
    floor = await openPriceFloor(['BTCUSD', 'EURUSD', 'QUIET']);
    floor.quote('BTCUSD', 100);
  });
  afterEach(() => floor.close());

  test('gets every asset first, with zeros for one without a quote', async () => {
    const { frames } = await floor.read();
    expect(frames).toEqual([
      {
        BTCUSD: { buy: 101, sell: 100 },
        EURUSD: { buy: 0, sell: 0, age_ms: null },
        QUIET: { buy: 0, sell: 0, age_ms: null },
      },
    ]);
  });

  test('then gets changes only, the newest of each asset, and nothing if nothing changed', async () => {
    const { frames, got } = await floor.read();
    floor.turn();
    for (const bid of [101, 102, 103]) floor.quote('BTCUSD', bid);
    floor.turn();
    floor.turn();
    floor.quote('EURUSD', 1);
    floor.turn();
    await got(3);
    expect(frames.slice(1)).toEqual([{ BTCUSD: { buy: 104, sell: 103 } }, { EURUSD: { buy: 2, sell: 1 } }]);
    expect(floor.prices.stats).toMatchObject({ readers: 1, turns: 2, frames: 2, skipped: 0 });
  });

  test('misses no change between its snapshot and the next turn', async () => {
    floor.quote('EURUSD', 1);
    const { frames, got } = await floor.read();
    floor.quote('EURUSD', 1.01);
    floor.turn();
    await got(2);
    expect(merged(frames).EURUSD).toEqual({ buy: 2.01, sell: 1.01 });
  });

  test('on polling also gets the newest state, and continues after an upgrade', async () => {
    const polling = await floor.read(['polling']);
    const upgrading = await floor.read(['polling', 'websocket']);
    for (let bid = 100; bid < 108; bid += 0.25) {
      floor.quote('BTCUSD', bid);
      floor.turn();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await expect.poll(() => upgrading.client.io.engine.transport.name).toBe('websocket');
    for (const reader of [polling, upgrading]) {
      await expect
        .poll(() => {
          floor.turn();
          return merged(reader.frames).BTCUSD?.sell;
        })
        .toBe(107.75);
      const sells = reader.frames.flatMap((frame) => frame.BTCUSD?.sell ?? []);
      expect(sells).toEqual([...sells].sort((a, b) => a - b));
    }
  });

  test('that leaves is forgotten', async () => {
    const { client } = await floor.read();
    expect(floor.prices.stats.readers).toBe(1);
    client.close();
    await expect.poll(() => floor.prices.stats.readers).toBe(0);
    floor.quote('BTCUSD', 101);
    floor.turn();
    expect(floor.prices.stats.frames).toBe(0);
  });

  test('shares its connection with another namespace, and neither loses a message', async () => {
    floor.io.on('connection', (socket) => {
      socket.on('echo', (word: string, acknowledge: (word: string) => void) => acknowledge(word));
    });
    const { client, frames } = await floor.read();
    const customer = client.io.socket('/');
    customer.connect();
    for (let index = 0; index < 50; index++) {
      floor.quote('BTCUSD', 100 + index / 100);
      const answer = customer.emitWithAck('echo', `word ${index}`) as Promise<string>;
      floor.turn();
      expect(await answer).toBe(`word ${index}`);
    }
    await expect.poll(() => merged(frames).BTCUSD?.sell).toBe(100.49);
  });

  test('that stops answering pings gets nothing until it answers, and then the whole map', async () => {
    const reader = await openRawPriceReader(floor.port);
    const pass = (turns: number) => {
      for (let index = 0; index < turns; index++) {
        floor.quote('BTCUSD', 100 + (floor.clock.now() % 1000) / 1000);
        floor.turn();
      }
    };
    pass(10);
    await expect.poll(() => reader.pings.length).toBe(1);
    reader.answer(reader.pings[0]!);
    // The server handles messages in order: once it has noticed that the new reader left, it has also read the answer
    // sent before.
    const { client } = await floor.read();
    client.close();
    await expect.poll(() => floor.prices.stats.readers).toBe(1);
    pass(100);
    const sent = floor.prices.stats.frames;
    pass(100);
    expect(floor.prices.stats.frames).toBe(sent);
    expect(sent).toBeLessThan(100);
    await expect.poll(() => reader.pings.length).toBeGreaterThan(1);
    const before = reader.frames.length;
    reader.answer(reader.pings.at(-1)!);
    await expect
      .poll(() => {
        pass(1);
        return reader.frames.length;
      })
      .toBeGreaterThan(before);
    expect(Object.keys(reader.frames[before]!)).toEqual(['BTCUSD', 'EURUSD', 'QUIET']);
    reader.connection.destroy();
  });

  test('is pinged about once a second, in another turn than its neighbours', async () => {
    const readers = [
      await openRawPriceReader(floor.port),
      await openRawPriceReader(floor.port),
      await openRawPriceReader(floor.port),
    ];
    for (let turn = 1; turn <= 40; turn++) {
      floor.quote('BTCUSD', 100 + turn / 100);
      floor.turn();
    }
    await expect.poll(() => readers.every(({ frames }) => frames.length === 41)).toBe(true);
    const turns = readers.map(({ pings }) => pings.map((ping) => ping.readUInt32BE()));
    expect(turns).toEqual([
      [1, 20, 30, 40],
      [1, 11, 21, 31],
      [1, 12, 22, 32],
    ]);
    for (const { connection } of readers) connection.destroy();
  });
});

describe('by the real clock', () => {
  beforeEach(async () => {
    floor = await openPriceFloor(['BTCUSD'], systemSchedule);
  });
  afterEach(() => floor.close());

  test('updates come at most ten times a second, however often the price moves', async () => {
    const { frames, got } = await floor.read();
    let quotes = 0;
    const stopQuoting = systemSchedule(() => floor.quote('BTCUSD', 100 + (quotes++ % 500) / 100), 1);
    const from = performance.now();
    const turnsBefore = floor.prices.stats.turns;
    await got(11);
    stopQuoting();
    expect(frames.length).toBeLessThanOrEqual(12);
    expect(floor.prices.stats.turns - turnsBefore).toBeLessThanOrEqual((performance.now() - from) / 100 + 1);
  });
});
