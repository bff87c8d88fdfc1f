import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closingRate } from '../../../src/lib/trading/quote.ts';
import { defaultTradingLimits } from '../../../src/lib/trading/limits.ts';
import { profitMinor } from '../../../src/lib/trading/profit.ts';
import { triggeredReason } from '../../../src/lib/trading/levels.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { verifyLedger } from '../../../src/server/ledger/verify-ledger.ts';
import { balanceView } from '../../../src/server/trading/trading-views.ts';
import type { PositionRow } from '../../../src/server/trading/position-rows.ts';
import { loadSnapshot } from '../../../src/server/trading/position-rows.ts';
import type { TriggerFloor } from '../../support/trigger-floor.ts';
import { openTriggerFloor } from '../../support/trigger-floor.ts';

let floor: TriggerFloor;

beforeAll(async () => {
  const limits = { ...defaultTradingLimits, priceTolerancePercent: 1_000_000, quoteMaxAgeMs: 1e9 };
  floor = await openTriggerFloor({ limits, seen: withQuotesInside });
});
afterAll(() => floor.close());

/** Quotes to play during commits: each database transaction plays one at its beginning and one before its commit. */
const inside: (() => void)[] = [];

/** Plays a quote right after each database transaction begins, and another when all is written but not committed. */
function withQuotesInside(database: Database): Database {
  const transaction: Database['transaction'] = (work, settings) =>
    database.transaction(async (connection) => {
      inside.shift()?.();
      const value = await work(connection);
      inside.shift()?.();
      return value;
    }, settings);
  return { ...database, transaction };
}

/** Distances are in ten thousandths of the price. */
type Act =
  | { act: 'quote'; move: number; spread: number; times: number; isInside: boolean }
  | { act: 'open'; account: number; isBuy: boolean; leverage: number; amountMinor: number; gain: number; loss: number }
  | { act: 'update'; position: number; gain: number; loss: number }
  | { act: 'close'; position: number }
  | { act: 'settle' }
  | { act: 'restart' };

const distance = fc.integer({ min: -20, max: 900 });
const position = fc.nat({ max: 15 });
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      act: fc.constant('quote'),
      // Moves of up to a fifth at once: more than a tenth is a gap that has to be confirmed. A negative spread makes a
      // crossed quote.
      move: fc.oneof(
        { weight: 4, arbitrary: fc.integer({ min: -150, max: 150 }) },
        fc.integer({ min: -2_000, max: 2_000 }),
      ),
      spread: fc.integer({ min: -2, max: 20 }),
      times: fc.constantFrom(1, 1, 3),
      isInside: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('open'),
      account: fc.nat({ max: 1 }),
      isBuy: fc.boolean(),
      leverage: fc.constantFrom(1, 3, 5, 10),
      amountMinor: fc.integer({ min: 100, max: 20_000 }),
      gain: distance,
      loss: distance,
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('update'), position, gain: distance, loss: distance }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('close'), position }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('settle') }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('restart') }) },
);
const plans = fc.array(act, { minLength: 5, maxLength: 50 });

interface Taken {
  bid: number;
  ask: number;
  /** No two quotes share a millisecond here. */
  atMs: number;
}

interface Run {
  accountIds: number[];
  opened: PositionRow[];
  /** Positions whose levels the test changed or tried to change. */
  updated: Set<string>;
  /** Every accepted quote. */
  taken: Taken[];
  underWay: Promise<unknown>[];
}

const newest = () => floor.book.get('BTCUSD') ?? { bid: 60_000, ask: 60_010 };

function quote(run: Run, { move, spread, times }: { move: number; spread: number; times: number }): void {
  const bid = Math.max(1, Math.round(newest().bid * (1 + move / 10_000)));
  for (let time = 0; time < times; time += 1) {
    const before = floor.book.accepted;
    const ask = bid + Math.round((bid * spread) / 10_000);
    floor.quote('BTCUSD', bid, ask);
    if (floor.book.accepted > before) run.taken.push({ bid, ask, atMs: floor.clock.now });
  }
}

/** Levels at the given distances from the price; on the wrong side if the distance is negative, none if it is 0. */
function levelsOf(isBuy: boolean, { gain, loss }: { gain: number; loss: number }) {
  const rate = closingRate(isBuy ? 'buy' : 'sell', newest());
  const at = (parts: number, up: boolean) =>
    parts === 0 ? null : Math.round(rate * (1 + ((up ? 1 : -1) * parts) / 10_000));
  return { takeProfit: at(gain, isBuy), stopLoss: at(loss, !isBuy) };
}

/** Waits until nothing is under way, and plays the quotes that no database transaction has played. */
async function settle(run: Run): Promise<void> {
  await Promise.all(run.underWay.splice(0));
  await floor.settle();
  inside.splice(0).forEach((play) => play());
  await floor.settle();
}

async function start(run: Run, step: Act): Promise<void> {
  if (step.act === 'quote') {
    if (step.isInside) inside.push(() => quote(run, step));
    else quote(run, step);
    return;
  }
  if (step.act === 'settle' || step.act === 'restart') {
    await settle(run);
    if (step.act === 'settle') return;
    await floor.restart();
    quote(run, { move: 0, spread: 1, times: 1 });
    return;
  }
  if (step.act === 'open') {
    const { account, isBuy, leverage, amountMinor } = step;
    const terms = {
      symbol: 'BTCUSD',
      direction: isBuy ? 'buy' : 'sell',
      amountMinor,
      leverage,
      price: 60_000,
    } as const;
    const order = { ...terms, ...levelsOf(isBuy, step), requestId: null };
    const opening = floor.desk.open(run.accountIds[account] ?? 0, order);
    run.underWay.push(opening.then((result) => result.ok && run.opened.push(result.position)));
    return;
  }
  const target = run.opened[step.position % Math.max(1, run.opened.length)];
  if (!target) return;
  const { id, accountId, direction } = target;
  if (step.act === 'update') run.updated.add(id);
  run.underWay.push(
    step.act === 'close'
      ? floor.desk.close(accountId, { id, price: 60_000 })
      : floor.desk.update(accountId, { id, change: levelsOf(direction === 'buy', step) }),
  );
}

async function storedOf({ opened }: Run) {
  const { rows } = await floor.database.query<{ id: string; openQuoteAt: Date; closedQuoteAt: Date | null }>(
    `select id, open_quote_at as "openQuoteAt", closed_quote_at as "closedQuoteAt" from positions where id = any($1)`,
    [opened.map(({ id }) => id)],
  );
  return Promise.all(rows.map(async ({ id, ...kept }) => ({ ...kept, row: await floor.positionOf(id) })));
}

/** The close that the first quote to reach a level after the opening must have caused; null if no quote reached one. */
function firstReached(run: Run, row: PositionRow, openQuoteAt: Date) {
  const after = run.taken.filter(({ atMs }) => atMs > openQuoteAt.getTime());
  const first = after.find((taken) => triggeredReason(row, closingRate(row.direction, taken)) !== null);
  if (!first) return null;
  const closedRate = closingRate(row.direction, first);
  return { atMs: first.atMs, closedRate, closingReason: triggeredReason(row, closedRate) };
}

/**
 * Checks only the stored rows. No quote may have reached a level of an open position. A closed position must have
 * closed at the first quote that reached a level, unless it was closed by hand earlier.
 */
async function checkPositions(run: Run): Promise<void> {
  for (const { row, openQuoteAt, closedQuoteAt } of await storedOf(run)) {
    const { id, direction, openRate, amountMinor, leverage, closedRate, closingReason, profitMinor: profit } = row;
    // If the levels were changed, only the last ones are stored, so only the termination price can be checked.
    const levels = run.updated.has(id) ? { takeProfit: null, stopLoss: null } : {};
    const reached = firstReached(run, { ...row, ...levels }, openQuoteAt);
    const endedMs = closedQuoteAt?.getTime() ?? Infinity;

    expect(endedMs).toBeLessThanOrEqual(reached?.atMs ?? Infinity);
    if (!run.updated.has(id)) {
      const byHand = { closingReason: closedRate === null ? null : 0, closedRate };
      const { closingReason: reason, closedRate: rate } = endedMs === reached?.atMs ? reached : byHand;
      expect({ closingReason, closedRate }).toEqual({ closingReason: reason, closedRate: rate });
    }
    if (closedRate === null) continue;
    expect(profit).toBe(profitMinor({ direction, openRate, closeRate: closedRate, amountMinor, leverage }));
    expect(profit).toBeGreaterThanOrEqual(-amountMinor);
    if (closingReason !== 0) expect(triggeredReason(row, closedRate)).toBe(closingReason);
    const quoted = run.taken.find(({ atMs }) => atMs === endedMs);
    expect(quoted && closingRate(direction, quoted)).toBe(closedRate);
  }
}

async function checkAccounts(run: Run): Promise<void> {
  for (const accountId of run.accountIds) {
    const snapshot = await loadSnapshot(floor.database, accountId);
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
    const balanceMinor = 100_000 + sum(snapshot.history.map((row) => row.profitMinor ?? NaN));
    const investedMinor = sum(snapshot.open.map(({ amountMinor }) => amountMinor));
    expect(snapshot).toMatchObject({ balanceMinor, investedMinor });
    const openProfit = snapshot.open.map((row) => {
      const { direction, openRate, amountMinor, leverage } = row;
      return profitMinor({ direction, openRate, closeRate: closingRate(direction, newest()), amountMinor, leverage });
    });
    expect(balanceView(snapshot, floor.market)).toEqual({
      balance: balanceMinor / 100,
      equity: (balanceMinor + sum(openProfit)) / 100,
      freeMargin: (balanceMinor - investedMinor) / 100,
      profit: sum(openProfit) / 100,
    });
  }
}

test(
  'for any quotes, orders, levels and restarts: no position outlives its level or closes twice, and the books hold',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const accountIds = [await floor.openAccount(), await floor.openAccount()];
        const run: Run = { accountIds, opened: [], updated: new Set(), taken: [], underWay: [] };
        for (let time = 0; time < 3; time += 1) quote(run, { move: 0, spread: 1, times: 1 });
        for (const step of plan) await start(run, step);
        await settle(run);
        await checkPositions(run);
        await checkAccounts(run);
      }),
      { numRuns: 30 },
    );
    expect(await verifyLedger(floor.database)).toMatchObject({ holds: true });
  },
);
