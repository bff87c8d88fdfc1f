import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PriceFloor } from '../support/price-floor.ts';
import { merged, openPriceFloor } from '../support/price-floor.ts';
import { openRawPriceReader } from '../support/raw/raw-price-reader.ts';

interface EngineClient {
  transport: { socket: { _socket: { writableLength: number } } };
  writeBuffer: unknown[];
}

let floor: PriceFloor;

describe('a stalled reader', () => {
  const symbols = Array.from({ length: 3000 }, (_, index) => `ASSET${index}`);
  beforeEach(async () => {
    floor = await openPriceFloor(symbols);
  });
  afterEach(() => floor.close());

  /**
   * Bytes queued in this process for the first connection, and a check that no packet waits for its transport. No
   * public interface tells either.
   */
  function queuedBytes(): number {
    const { clients } = floor.io.engine as unknown as { clients: Record<string, EngineClient> };
    const { transport, writeBuffer } = Object.values(clients)[0]!;
    expect(writeBuffer).toEqual([]);
    return transport.socket._socket.writableLength;
  }

  /** Moves every asset, then lets the event loop write. */
  async function moveAll(bid: number): Promise<void> {
    for (const symbol of symbols) floor.quote(symbol, bid);
    floor.turn();
    await new Promise((resolve) => setImmediate(resolve));
  }

  test('leaves nothing queued except what was under way, and gets the newest state once it reads again', async () => {
    await moveAll(1000);
    const reader = await openRawPriceReader(floor.port);
    const healthy = await floor.read();
    reader.connection.pause();
    let bid = 1000;
    const frameBytes = JSON.stringify(healthy.frames[0]).length;
    while (queuedBytes() === 0) await moveAll((bid += 0.25));
    const stuckBytes = queuedBytes();
    const before = { ...floor.prices.stats };
    for (let turns = 0; turns < 200; turns++) await moveAll((bid += 0.25));
    expect(queuedBytes()).toBe(stuckBytes);
    expect(stuckBytes).toBeLessThan(2 * frameBytes);
    expect(floor.prices.stats.skipped).toBeGreaterThanOrEqual(before.skipped + 200);
    // The other reader is not affected.
    expect(floor.prices.stats.frames).toBeGreaterThan(before.frames);

    reader.connection.resume();
    await expect.poll(() => queuedBytes()).toBe(0);
    floor.turn();
    const newest = { buy: bid + 1, sell: bid };
    await expect.poll(() => merged(reader.frames).ASSET0, { timeout: 10_000 }).toEqual(newest);
    expect(Object.keys(reader.frames.at(-1)!)).toHaveLength(symbols.length);
    expect(Object.values(merged(reader.frames)).every((price) => price.sell === bid)).toBe(true);
    const seen = reader.frames.map((frame) => frame.ASSET0!.sell);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));

    await moveAll((bid += 0.25));
    await expect.poll(() => reader.frames.at(-1)?.ASSET0?.sell, { timeout: 10_000 }).toBe(bid);
    reader.connection.destroy();
  });
});
