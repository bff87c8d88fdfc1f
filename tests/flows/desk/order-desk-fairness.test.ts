import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DeskResult } from '../../../src/server/trading/desk-command.ts';
import { changeBehind } from '../../support/databases/change-behind.ts';
import { orderOf } from '../../support/trading-floor.ts';
import type { TriggerFloor } from '../../support/trigger-floor.ts';
import { openTriggerFloor } from '../../support/trigger-floor.ts';

/** Nobody waits behind another customer's flood of orders. */

let floor: TriggerFloor;

beforeAll(async () => {
  floor = await openTriggerFloor();
});
beforeEach(() => floor.quote('BTCUSD', 60_000, 60_010));
afterAll(() => floor.close());

const codeOf = (result: DeskResult) => (result.ok ? 'filled' : result.problem.code);
/** More than any account has. The desk decides on this order like on any other, but writes nothing. */
const tooLarge = orderOf({ amountMinor: 1_000_000_000 });

/** Opens an account. `flood` sends a thousand of its orders to the desk; `answered` counts those answered so far. */
async function startFlood() {
  const accountId = await floor.openAccount();
  let answered = 0;
  const flood = () =>
    Array.from({ length: 1_000 }, () =>
      floor.desk.open(accountId, tooLarge).then((result) => {
        answered += 1;
        return codeOf(result);
      }),
    );
  return { accountId, flood, answered: () => answered };
}

test('an order is decided in the next run although a thousand of another account came first', async () => {
  const [attacker, victim] = [await startFlood(), await floor.openAccount()];
  const flooding = attacker.flood();
  expect(codeOf(await floor.desk.open(victim, orderOf()))).toBe('filled');
  expect(attacker.answered()).toBeLessThanOrEqual(32);
  expect(new Set(await Promise.all(flooding))).toEqual(new Set(['INSUFFICIENT_MARGIN']));
});

test('a position closes at its level in the next run although a thousand orders of another account came first', async () => {
  const [attacker, victim] = [await startFlood(), await floor.openAccount()];
  const { id } = await floor.open(victim, { takeProfit: 60_100 });
  let closedAfter = NaN;
  const stop = floor.desk.onCommitted((accountIds) => {
    if (accountIds.includes(victim)) closedAfter = attacker.answered();
  });
  const flooding = attacker.flood();
  floor.quote('BTCUSD', 60_200, 60_210);
  await Promise.all(flooding);
  await floor.settle();
  stop();
  expect(await floor.positionOf(id)).toMatchObject({ closingReason: 2 });
  expect(closedAfter).toBeLessThanOrEqual(64);
});

test('further orders of an account with a thousand waiting are refused; those of others are not', async () => {
  const [attacker, victim] = [await startFlood(), await floor.openAccount()];
  const flooding = attacker.flood();
  const surplus = await floor.desk.open(attacker.accountId, tooLarge);
  expect(surplus).toEqual({ ok: false, problem: { code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 1 } });
  expect(codeOf(await floor.desk.open(victim, orderOf()))).toBe('filled');
  await Promise.all(flooding);
});

test('acts on an invented, another’s or a closed position use no slot at the desk', async () => {
  const [accountId, other] = [await floor.openAccount(), await floor.openAccount()];
  const [closed, foreign] = [await floor.open(accountId), await floor.open(other)];
  expect(codeOf(await floor.desk.close(accountId, { id: closed.id, price: 60_000 }))).toBe('filled');
  const { runs } = floor.desk.stats;
  const answersTo = async (id: string) => {
    const close = floor.desk.close(accountId, { id, price: 60_000 });
    const update = floor.desk.update(accountId, { id, change: { stopLoss: null } });
    return [codeOf(await close), codeOf(await update)];
  };
  expect(await answersTo(randomUUID())).toEqual(['POSITION_NOT_FOUND', 'POSITION_NOT_FOUND']);
  expect(await answersTo(foreign.id)).toEqual(['POSITION_NOT_FOUND', 'POSITION_NOT_FOUND']);
  expect(await answersTo(closed.id)).toEqual(['POSITION_CLOSED', 'POSITION_CLOSED']);
  expect(await answersTo(closed.id.toUpperCase())).toEqual(['POSITION_CLOSED', 'POSITION_CLOSED']);
  expect(floor.desk.stats.runs).toBe(runs);
  expect(codeOf(await floor.desk.close(other, { id: foreign.id, price: 60_000 }))).toBe('filled');
});

test('an open position that nobody watches, because its asset has no quotes, is still decided at the desk', async () => {
  const accountId = await floor.openAccount();
  const { id } = await floor.open(accountId);
  await changeBehind(floor.database, 'positions', {
    text: "update positions set symbol = 'EURUSD' where id = $1",
    values: [id],
  });
  await floor.restart();
  floor.engine.watch.gone(id);
  const { runs } = floor.desk.stats;
  expect(codeOf(await floor.desk.close(accountId, { id, price: 1.08 }))).toBe('UNAVAILABLE');
  expect(floor.desk.stats.runs).toBe(runs + 1);
});

test('a close that arrives while a level of the position is being decided comes after it', async () => {
  const accountId = await floor.openAccount();
  const { id } = await floor.open(accountId, { takeProfit: 60_100 });
  floor.quote('BTCUSD', 60_150, 60_160);
  expect(codeOf(await floor.desk.close(accountId, { id, price: 60_150 }))).toBe('POSITION_CLOSED');
  expect(await floor.positionOf(id)).toMatchObject({ closingReason: 2, closedRate: 60_150 });
});
