import { describe, expect, test } from 'vitest';
import type { Candle } from '../../../src/lib/contract/entities.ts';
import type { RealPosition, OtherTerms } from '../../../src/server/dry-run/replay-position.ts';
import { replayPosition } from '../../../src/server/dry-run/replay-position.ts';

/** Tests what would have happened to a position under other terms. */

const from = 1_000_000;
const flat = (time: number, open: number, more: Partial<Candle> = {}): Candle => ({
  ...{ time: from + time, open, high: open, low: open, close: open },
  ...more,
});

const buy: RealPosition = {
  ...{
    id: 'a',
    direction: 'buy',
    amountMinor: 10_000,
    leverage: 10,
    openRate: 100,
    openedAt: from - 60,
    openBid: 99.9,
  },
  ...{ closedBid: null, takeProfit: null, stopLoss: null, protected: false },
  ...{ closedAt: null, closingReason: null, profitMinor: null },
};
const asItWas: OtherTerms = { spread: null, ladder: null };
const facts = { usualSpread: 0.001, from };

const replay = (position: Partial<RealPosition>, candles: Candle[], terms: Partial<OtherTerms> = {}) =>
  replayPosition({ ...buy, ...position }, candles, { ...asItWas, ...facts, ...terms });

describe('a position that stays open', () => {
  test('is worth what the last price makes of it', () => {
    expect(replay({}, [flat(0, 100), flat(60, 101)])).toEqual({
      ...{ reason: null, profitMinor: 1_000, leverage: 10, at: from + 60 },
    });
  });

  test('ends with leverages at which it is terminated, and not with a lower one', () => {
    const fall = [flat(0, 100, { low: 94 })];
    expect(replay({}, fall)).toMatchObject({ reason: null, profitMinor: 0 });
    expect(replay({ leverage: 20 }, fall)).toMatchObject({ reason: 3, profitMinor: -10_000 });
    expect(replay({ leverage: 20 }, fall, { ladder: [1, 5, 15] })).toMatchObject({ reason: null, leverage: 15 });
    expect(replay({ leverage: 2 }, fall, { ladder: [5, 20] })).toMatchObject({ leverage: 5 });
    expect(replay({ leverage: 20, protected: true }, fall)).toMatchObject({ reason: null });
  });

  test('only the close of the minute in which it was opened counts', () => {
    const candle = flat(0, 100, { low: 1, close: 99 });
    expect(replay({ openedAt: from + 30 }, [candle])).toMatchObject({ reason: null, profitMinor: -1_000 });
    expect(replay({ openedAt: from + 60 }, [candle])).toMatchObject({ reason: null, profitMinor: 0 });
  });
});

describe('another spread', () => {
  const sell: Partial<RealPosition> = { direction: 'sell', takeProfit: null, stopLoss: 101, leverage: 1 };

  test('closes a sell at its ask', () => {
    const candles = [flat(0, 100.5)];
    expect(replay(sell, candles)).toMatchObject({ reason: null });
    expect(replay(sell, candles, { spread: 0.01 })).toMatchObject({ reason: 1 });
  });

  test('reopens positions of that day, but none from before', () => {
    const candles = [flat(60, 100), flat(120, 100)];
    const opened = { openedAt: from + 10, openBid: 100, openRate: 100.125, leverage: 1 };
    const before = replay(opened, candles).profitMinor;
    expect(replay(opened, candles, { spread: 0.02 }).profitMinor).toBeLessThan(before);
    expect(replay({ ...opened, openedAt: from - 10 }, candles, { spread: 0.02 }).profitMinor).toBe(before);
  });
});

describe('a position that was closed', () => {
  const closed = { closedAt: from + 120, closedBid: 102, profitMinor: 2_000 };

  test('by its customer is closed then, unless it had ended before', () => {
    const byHand = { ...closed, closingReason: 0 } as const;
    expect(replay(byHand, [flat(0, 100), flat(120, 50)])).toMatchObject({
      reason: 0,
      profitMinor: 2_000,
      at: from + 120,
    });
    expect(replay({ ...byHand, leverage: 20 }, [flat(0, 100, { low: 95 })])).toMatchObject({ reason: 3 });
  });

  test('by a level stays open if the level is no longer reached', () => {
    const terminated = { ...closed, closingReason: 3, profitMinor: -10_000, leverage: 20 } as const;
    const candles = [flat(0, 100, { low: 95 }), flat(180, 103)];
    expect(replay(terminated, candles)).toMatchObject({ reason: 3, profitMinor: -10_000 });
    expect(replay(terminated, candles, { ladder: [10] })).toMatchObject({ reason: null, profitMinor: 3_000 });
  });
});
