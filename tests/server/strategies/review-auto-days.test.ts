import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultTradingLimits } from '../../../src/lib/trading/limits.ts';
import type { ReviewParts } from '../../../src/server/strategies/review-auto-days.ts';
import { createAutoDays } from '../../../src/server/strategies/review-auto-days.ts';
import type { TradingFloor } from '../../support/trading-floor.ts';
import { clocksOf, openTradingFloor } from '../../support/trading-floor.ts';

const limits = { ...defaultTradingLimits, auto: { maxExposurePercent: 1_000, dailyStopPercent: 0.1 } };
let floor: TradingFloor;

beforeEach(async () => {
  floor = await openTradingFloor({ limits });
});
afterEach(() => floor.close());

/** An account with a position of auto trading; returns the ids of both. */
async function openAuto(): Promise<{ accountId: number; id: string }> {
  const accountId = await floor.openAccount();
  await floor.database.query('update accounts set auto_trading = true where id = $1', [accountId]);
  const order = { symbol: 'BTCUSD', direction: 'buy', freeMarginPercent: 2 } as const;
  const opened = await floor.desk.openForStrategy(accountId, order);
  if (!opened.ok) throw new Error(opened.problem.code);
  return { accountId, id: opened.position.id };
}

function openDays(parts: Partial<ReviewParts> = {}) {
  const [noticed, faults]: [number[], unknown[]] = [[], []];
  const days = createAutoDays({
    ...{
      database: floor.database,
      market: floor.market,
      orderDesk: floor.desk,
      limits,
      siteUrl: 'https://example.com',
    },
    runtime: { ...clocksOf(floor.clock), newId: randomUUID },
    noticed: (id) => noticed.push(id),
    logger: { info: () => undefined, error: (fault: unknown) => void faults.push(fault) },
    ...parts,
  });
  return { ...days, review: (ids: readonly number[]) => days.review(ids, () => true), noticed, faults };
}

test('an account whose figures are not known is read again at the next review only, not every second', async () => {
  const { accountId } = await openAuto();
  await floor.database.query('delete from auto_days');
  const quotes = new Map<string, undefined>();
  const read: number[] = [];
  const query: typeof floor.database.query = (...asked) => {
    read.push(floor.clock.now);
    return floor.database.query(...asked);
  };
  const days = openDays({ database: { ...floor.database, query }, market: { quotes } });
  const begun = floor.clock.now;
  for (let second = 0; second < 20; second++) {
    await days.review([accountId]);
    floor.clock.now += 1_000;
  }
  expect([...new Set(read)]).toEqual([begun, begun + 10_000]);
  const { rows } = await floor.database.query('select 1 from auto_days');
  expect([rows, days.faults]).toEqual([[], []]);
});

test('an account whose positions take long to close holds up no other', async () => {
  const slow = await openAuto();
  const others = [await openAuto(), await openAuto()];
  const ids = [slow, ...others].map(({ accountId }) => accountId);
  const held = Promise.withResolvers<null>();
  const closed: number[] = [];
  const days = openDays({
    orderDesk: {
      closeForStrategy: async (accountId, order) => {
        if (accountId === slow.accountId) await held.promise;
        const result = await floor.desk.closeForStrategy(accountId, order);
        if (result.ok) closed.push(accountId);
        return result;
      },
    },
  });
  await days.review(ids);
  floor.clock.now += 10_000;
  floor.market.quote('BTCUSD', 50_000, 50_010);
  const reviewed = days.review(ids);
  await expect.poll(() => closed.length).toBe(2);
  expect(closed).not.toContain(slow.accountId);
  held.resolve(null);
  await reviewed;
  expect(closed.at(-1)).toBe(slow.accountId);
  expect(ids.every(days.isStopped)).toBe(true);
  expect([days.noticed.toSorted(), days.faults]).toEqual([ids.toSorted(), []]);
});
