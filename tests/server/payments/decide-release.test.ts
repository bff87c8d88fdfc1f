import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GivenBonus } from '../../../src/server/payments/rules/decide-release.ts';
import { decideReleases } from '../../../src/server/payments/rules/decide-release.ts';

type Row = [amountMinor: number, volumeMinor: number, isReleased?: 'released'];

const history = (rows: readonly Row[]): GivenBonus[] =>
  rows.map(([amountMinor, volumeMinor, released], index) => {
    return { transactionId: `b${index}`, amountMinor, volumeMinor, isReleased: released !== undefined };
  });

/** The released amount of each bonus, by its index. */
const released = (rows: readonly Row[], bonusMinor: number, turnover = 10) =>
  decideReleases({ given: history(rows), bonusMinor }, turnover).map(({ transactionId, amountMinor }) => {
    return [transactionId, amountMinor];
  });

describe('a bonus becomes the customer’s own', () => {
  test('once its amount was traded as often as the turnover says, and not a cent before', () => {
    expect(released([[10_000, 99_999]], 10_000)).toEqual([]);
    expect(released([[10_000, 100_000]], 10_000)).toEqual([['b0', 10_000]]);
  });

  test('as far as anything is left of it', () => {
    expect(released([[10_000, 500_000]], 4_000)).toEqual([['b0', 4_000]]);
    expect(released([[10_000, 500_000]], 0)).toEqual([]);
  });

  test('once', () => {
    expect(released([[10_000, 500_000, 'released']], 0)).toEqual([]);
  });

  test('the oldest first, and each trade counts for one bonus only', () => {
    const both: Row[] = [
      [10_000, 0],
      [5_000, 120_000],
    ];
    expect(released(both, 15_000)).toEqual([['b0', 10_000]]);
    expect(
      released(
        [
          [10_000, 0],
          [5_000, 150_000],
        ],
        15_000,
      ),
    ).toEqual([
      ['b0', 10_000],
      ['b1', 5_000],
    ]);
    expect(
      released(
        [
          [10_000, 0, 'released'],
          [5_000, 149_999],
        ],
        5_000,
      ),
    ).toEqual([]);
  });

  test('not by trades from before it was given', () => {
    expect(
      released(
        [
          [10_000, 900_000, 'released'],
          [5_000, 0],
        ],
        5_000,
      ),
    ).toEqual([]);
  });

  test('with less to trade if part of it was taken back', () => {
    expect(
      released(
        [
          [10_000, 40_000],
          [-5_000, 10_000],
        ],
        5_000,
      ),
    ).toEqual([['b0', 5_000]]);
  });

  test('without waiting for an older one that has been lost: the oldest is lost first', () => {
    expect(
      released(
        [
          [10_000, 0],
          [5_000, 50_000],
        ],
        5_000,
      ),
    ).toEqual([['b1', 5_000]]);
    expect(
      released(
        [
          [10_000, 0],
          [5_000, 50_000],
        ],
        5_001,
      ),
    ).toEqual([]);
  });

  test('at once if nothing has to be traded', () => {
    expect(released([[10_000, 0]], 10_000, 0)).toEqual([['b0', 10_000]]);
  });
});

const rows = fc.array(fc.tuple(fc.integer({ min: -500, max: 2_000 }), fc.nat(20_000), fc.boolean()), { maxLength: 8 });
const turnovers = fc.double({ min: 0, max: 20, noNaN: true });

/** An independent version of the rule, written from its text: traded money is assigned cent by cent. */
function naive(given: readonly GivenBonus[], bonusMinor: number, turnover: number): Map<string, number> {
  const net = given.map(({ amountMinor }) => Math.max(0, amountMinor));
  given.forEach(({ amountMinor }, index) => {
    for (let cent = 0; cent < -amountMinor; cent += 1) {
      const newest = net.slice(0, index).findLastIndex((amount) => amount > 0);
      if (newest >= 0) net[newest] = (net[newest] ?? 0) - 1;
    }
  });
  let pool = bonusMinor;
  const left = net.map(() => 0);
  for (const index of [...net.keys()].reverse()) {
    if (given[index]?.isReleased) continue;
    left[index] = Math.min(pool, net[index] ?? 0);
    pool -= left[index] ?? 0;
  }
  const traded = net.map(() => 0);
  const isOpen = (index: number) =>
    (given[index]?.isReleased === true || (left[index] ?? 0) > 0) &&
    (traded[index] ?? 0) < turnover * (net[index] ?? 0);
  given.forEach(({ volumeMinor }, newest) => {
    for (let cent = 0; cent < volumeMinor; cent += 1) {
      const index = given.findIndex((_, at) => at <= newest && isOpen(at));
      if (index === -1) break;
      traded[index] = (traded[index] ?? 0) + 1;
    }
  });
  const isDue = (index: number) => !given[index]?.isReleased && (left[index] ?? 0) > 0 && !isOpen(index);
  return new Map(
    given.flatMap(({ transactionId }, index) => (isDue(index) ? [[transactionId, left[index] ?? 0]] : [])),
  );
}

test('releases equal those of the independent version, whatever was given, lost and traded', () => {
  fc.assert(
    fc.property(rows, fc.nat(6_000), turnovers, (drawn, bonusMinor, turnover) => {
      const given = history(
        drawn.map(([amount, volume, isReleased]) => [amount, volume, isReleased ? 'released' : undefined]),
      );
      const decided = decideReleases({ given, bonusMinor }, turnover);
      expect(new Map(decided.map(({ transactionId, amountMinor }) => [transactionId, amountMinor]))).toEqual(
        naive(given, bonusMinor, turnover),
      );
      const sum = decided.reduce((total, { amountMinor }) => total + amountMinor, 0);
      expect(sum).toBeLessThanOrEqual(bonusMinor);
    }),
    { numRuns: 200 },
  );
});

test('more trading never releases less', () => {
  fc.assert(
    fc.property(rows, fc.nat(6_000), turnovers, fc.nat(7), fc.nat(50_000), (drawn, bonusMinor, turnover, at, more) => {
      const given = history(
        drawn.map(([amount, volume, isReleased]) => [amount, volume, isReleased ? 'released' : undefined]),
      );
      const busier = given.map((one, index) => (index === at ? { ...one, volumeMinor: one.volumeMinor + more } : one));
      const before = decideReleases({ given, bonusMinor }, turnover);
      expect(decideReleases({ given: busier, bonusMinor }, turnover)).toEqual(expect.arrayContaining(before));
    }),
  );
});
