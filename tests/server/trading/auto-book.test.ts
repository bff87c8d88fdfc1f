import { expect, test } from 'vitest';
import type { AutoBook, BookPosition } from '../../../src/server/trading/auto-book.ts';
import { standingOf } from '../../../src/server/trading/auto-book.ts';
import { quoteOf } from '../../support/quote-of.ts';

const now = new Date('2026-11-20T12:00:00Z');
const limits = { maxExposurePercent: 50, dailyStopPercent: 5 };
/** Sells at 110, so a position that was bought at 100 gains a tenth of what it is worth. */
const market = {
  quotes: { get: (symbol: string) => (symbol === 'OLD' ? undefined : quoteOf({ bid: 110, ask: 111 })) },
};

function position(id: string, parts: Partial<BookPosition> = {}): BookPosition {
  const terms = { symbol: 'BTCUSD', direction: 'buy', amountMinor: 1_000, leverage: 3, openRate: 100 } as const;
  return { id, accountId: 1, ...terms, auto: true, profitMinor: null, ...parts };
}

function standing(positions: readonly BookPosition[], { day = null, realisedMinor = 0 }: Partial<AutoBook> = {}) {
  const open = new Map(positions.map((each) => [each.id, each]));
  return standingOf({ open, day, realisedMinor }, { balanceMinor: 10_000, market, limits, now });
}

test('exposure and result are of auto positions only, equity of all', () => {
  const found = standing([position('a'), position('b', { auto: false }), position('c', { symbol: 'OLD' })]);
  expect(found).toMatchObject({ equityMinor: 10_600, exposureMinor: 6_000, openPositions: 2, openProfitMinor: 300 });
  expect(found.mostExposureMinor).toBe(5_300);
});

test('a day that has not begun would begin now, with a result of nothing', () => {
  const yesterday = { begunAt: new Date('2026-11-19T23:59:59Z'), equityMinor: 1, openProfitMinor: 0, stoppedAt: now };
  for (const day of [null, yesterday]) {
    const found = standing([position('a')], { day, realisedMinor: -9_000 });
    expect(found).toMatchObject({ hasBegun: false, resultMinor: 0, isLost: false });
    expect(found.day).toEqual({ begunAt: now, equityMinor: 10_300, openProfitMinor: 300, stoppedAt: null });
  }
});

test('no day is lost while a position of auto trading has had no quote, because the loss is not known', () => {
  const day = { begunAt: new Date('2026-11-20T00:00:00Z'), equityMinor: 10_000, openProfitMinor: 900, stoppedAt: null };
  const lost = { resultMinor: -600, isResultKnown: true, isLost: true };
  expect(standing([position('a')], { day })).toMatchObject({ ...lost, isKnown: true });
  const own = standing([position('a'), position('b', { symbol: 'OLD', auto: false })], { day });
  expect(own).toMatchObject({ ...lost, isKnown: false });
  const auto = standing([position('a'), position('b', { symbol: 'OLD' })], { day });
  expect(auto).toMatchObject({ isKnown: false, isResultKnown: false, isLost: false });
});

test('the result of a day is what was realised since, and how the open profit changed', () => {
  const day = { begunAt: new Date('2026-11-20T00:00:00Z'), equityMinor: 10_000, openProfitMinor: 500, stoppedAt: null };
  const result = (realisedMinor: number) => standing([position('a')], { day, realisedMinor });
  expect(result(100)).toMatchObject({ hasBegun: true, resultMinor: -100, isLost: false, day });
  expect(result(-299)).toMatchObject({ resultMinor: -499, isLost: false });
  expect(result(-300)).toMatchObject({ resultMinor: -500, isLost: true });
});
