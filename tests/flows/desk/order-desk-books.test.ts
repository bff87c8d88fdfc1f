import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Direction } from '../../../src/lib/contract/entities.ts';
import { defaultTradingLimits } from '../../../src/lib/trading/limits.ts';
import { toMajor } from '../../../src/lib/money.ts';
import { verifyLedger } from '../../../src/server/ledger/verify-ledger.ts';
import type { DeskResult } from '../../../src/server/trading/desk-command.ts';
import type { TradingSnapshot } from '../../../src/server/trading/position-rows.ts';
import { loadSnapshot } from '../../../src/server/trading/position-rows.ts';
import { balanceView, positionListsView } from '../../../src/server/trading/trading-views.ts';
import type { TradingFloor } from '../../support/trading-floor.ts';
import { openTradingFloor, orderOf } from '../../support/trading-floor.ts';

let floor: TradingFloor;

beforeAll(async () => {
  floor = await openTradingFloor({ limits: { ...defaultTradingLimits, priceTolerancePercent: 1_000_000 } });
});

afterAll(() => floor.close());

/**
 * What customers do. The acts of a wave arrive together; positions and requests are identified by their number in the
 * run.
 */
type Act =
  | {
      act: 'open';
      account: number;
      amountMinor: number;
      leverage: number;
      direction: Direction;
      request: number | null;
    }
  | { act: 'close'; account: number; position: number }
  | { act: 'move'; bid: number };

const account = fc.nat({ max: 2 });
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('open'),
      account,
      amountMinor: fc.integer({ min: 100, max: 40_000 }),
      leverage: fc.constantFrom(1, 3, 5, 10),
      direction: fc.constantFrom<Direction>('buy', 'sell'),
      request: fc.option(fc.nat({ max: 5 })),
    }),
  },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('close'), account, position: fc.nat({ max: 20 }) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('move'), bid: fc.integer({ min: 30_000, max: 90_000 }) }) },
);
const waves = fc.array(fc.array(act, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 6 });

interface Run {
  accountIds: number[];
  requestIds: string[];
  /** In the order in which they were opened. */
  positionIds: string[];
}

function start(run: Run, step: Act): Promise<DeskResult>[] {
  if (step.act === 'move') {
    floor.market.quote('BTCUSD', step.bid, step.bid + 10);
    return [];
  }
  const accountId = run.accountIds[step.account] ?? 0;
  if (step.act === 'close') {
    const id = run.positionIds[step.position % Math.max(1, run.positionIds.length)];
    return id === undefined ? [] : [floor.desk.close(accountId, { id, price: 60_000 })];
  }
  const { amountMinor, leverage, direction, request } = step;
  const requestId = request === null ? null : (run.requestIds[request] ?? null);
  return [floor.desk.open(accountId, orderOf({ amountMinor, leverage, direction, requestId }))];
}

async function play(plan: Act[][]): Promise<TradingSnapshot[]> {
  const accountIds = [await floor.openAccount(), await floor.openAccount(), await floor.openAccount()];
  const run: Run = { accountIds, requestIds: Array.from({ length: 6 }, () => randomUUID()), positionIds: [] };
  for (const wave of plan) {
    const results = await Promise.all(wave.flatMap((step) => start(run, step)));
    const opened = results.flatMap((result) => (result.ok && !result.position.closedAt ? [result.position.id] : []));
    run.positionIds = [...new Set([...run.positionIds, ...opened])];
  }
  return Promise.all(accountIds.map((id) => loadSnapshot(floor.database, id)));
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

test('however orders and closes interleave, balance, positions and ledger agree to the cent', async () => {
  await fc.assert(
    fc.asyncProperty(waves, async (plan) => {
      for (const snapshot of await play(plan)) {
        const { balanceMinor, investedMinor, open, history } = snapshot;
        expect(balanceMinor).toBe(100_000 + sum(history.map(({ profitMinor }) => profitMinor ?? NaN)));
        expect(investedMinor).toBe(sum(open.map(({ amountMinor }) => amountMinor)));
        const shown = balanceView(snapshot, floor.market);
        const profitMinor = sum(
          positionListsView(snapshot, floor.market).open.map(({ profit }) => Math.round(profit * 100)),
        );
        expect(shown).toEqual({
          balance: toMajor(balanceMinor),
          equity: toMajor(balanceMinor + profitMinor),
          freeMargin: toMajor(balanceMinor - investedMinor),
          profit: toMajor(profitMinor),
        });
        const requests = [...open, ...history].flatMap(({ requestId }) => requestId ?? []);
        expect(new Set(requests).size).toBe(requests.length);
      }
      expect(await verifyLedger(floor.database)).toMatchObject({ holds: true });
    }),
    { numRuns: 40 },
  );
});

test('a loss never exceeds the amount, and the house gains what the customer loses', async () => {
  floor.market.quote('BTCUSD', 60_000, 60_010);
  const accountId = await floor.openAccount();
  const opened = await floor.desk.open(accountId, orderOf({ leverage: 10 }));
  floor.market.quote('BTCUSD', 40_000, 40_010);
  const id = opened.ok ? opened.position.id : '';
  const closed = await floor.desk.close(accountId, { id, price: 40_000 });
  expect(closed).toMatchObject({ ok: true, position: { profitMinor: -10_000 } });
  expect(await loadSnapshot(floor.database, accountId)).toMatchObject({ balanceMinor: 90_000, investedMinor: 0 });
});
