import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultTradingLimits } from '../../../src/lib/trading/limits.ts';
import { verifyLedger } from '../../../src/server/ledger/verify-ledger.ts';
import type { DeskResult } from '../../../src/server/trading/desk-command.ts';
import { loadSnapshot } from '../../../src/server/trading/position-rows.ts';
import type { TradingFloor } from '../../support/trading-floor.ts';
import { openTradingFloor, orderOf } from '../../support/trading-floor.ts';

const most = 5;
let floor: TradingFloor;

beforeAll(async () => {
  floor = await openTradingFloor({ limits: { ...defaultTradingLimits, mostOpenPositions: most } });
});

afterAll(() => floor.close());

const small = (requestId: string | null = null) => orderOf({ amountMinor: 100, requestId });
const codeOf = (result: DeskResult) => (result.ok ? 'OK' : result.problem.code);
const orders = (accountId: number, count: number) =>
  Promise.all(Array.from({ length: count }, () => floor.desk.open(accountId, small())));
const openOf = async (accountId: number) => (await loadSnapshot(floor.database, accountId)).open;

test('of orders sent at once, only as many are filled as the limit allows, for each account', async () => {
  const [one, other] = [await floor.openAccount(), await floor.openAccount()];
  const [ofOne, ofOther] = await Promise.all([orders(one, 20), orders(other, 3)]);
  expect(ofOne.map(codeOf).toSorted()).toEqual([
    ...Array<string>(most).fill('OK'),
    ...Array<string>(20 - most).fill('TOO_MANY_POSITIONS'),
  ]);
  expect(ofOther.map(codeOf)).toEqual(['OK', 'OK', 'OK']);
  expect([(await openOf(one)).length, (await openOf(other)).length]).toEqual([most, 3]);
});

test('a close makes room, even for an order that arrives with it', async () => {
  const accountId = await floor.openAccount();
  await orders(accountId, most);
  const [position] = await openOf(accountId);
  const results = await Promise.all([
    floor.desk.open(accountId, small()),
    floor.desk.close(accountId, { id: position?.id ?? '', price: 60_000 }),
    floor.desk.open(accountId, small()),
    floor.desk.open(accountId, small()),
  ]);
  expect(results.map(codeOf)).toEqual(['TOO_MANY_POSITIONS', 'OK', 'OK', 'TOO_MANY_POSITIONS']);
});

test('a repeat finds its position even if the account is full by now', async () => {
  const accountId = await floor.openAccount();
  const requestId = randomUUID();
  const first = await floor.desk.open(accountId, small(requestId));
  await orders(accountId, most);
  expect(await floor.desk.open(accountId, small(requestId))).toEqual(first);
});

test('no mix of opens and closes exceeds the limit of an account, and the stored count is right', async () => {
  const requests = fc.array(fc.array(fc.constantFrom('open', 'close'), { minLength: 1, maxLength: 12 }), {
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(requests, async (turns) => {
      const accountId = await floor.openAccount();
      for (const turn of turns) {
        const open = await openOf(accountId);
        await Promise.all(
          turn.map((request, index) =>
            request === 'open'
              ? floor.desk.open(accountId, small())
              : floor.desk.close(accountId, { id: open[index]?.id ?? randomUUID(), price: 60_000 }),
          ),
        );
        expect((await openOf(accountId)).length).toBeLessThanOrEqual(most);
      }
      expect((await verifyLedger(floor.database)).holds).toBe(true);
    }),
    { numRuns: 20 },
  );
});
