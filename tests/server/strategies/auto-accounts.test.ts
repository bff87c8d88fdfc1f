import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAutoAccounts } from '../../../src/server/strategies/auto-accounts.ts';
import type { TradingFloor } from '../../support/trading-floor.ts';
import { floorRule, openTradingFloor } from '../../support/trading-floor.ts';

let floor: TradingFloor;

beforeAll(async () => {
  floor = await openTradingFloor();
}, 60_000);
afterAll(() => floor.close());

const set = (id: number, isOn: boolean) =>
  floor.database.query('update accounts set auto_trading = $2 where id = $1', [id, isOn]);

test('knows the accounts that have it on, follows changes, and rereads after a database failure', async () => {
  const [first, second] = [await floor.openAccount(), await floor.openAccount()];
  await set(first, true);
  const database = { ...floor.database };
  const accounts = createAutoAccounts(database, floorRule);

  database.query = () => Promise.reject(new Error('away'));
  await expect(accounts.refresh()).rejects.toThrow('away');
  database.query = floor.database.query;
  await accounts.refresh();
  expect([...accounts.ids]).toEqual([first]);

  await set(second, true);
  await set(first, false);
  accounts.changed(second);
  accounts.changed(first);
  database.query = () => Promise.reject(new Error('away'));
  await expect(accounts.refresh()).rejects.toThrow('away');
  expect([...accounts.ids]).toEqual([first]);
  database.query = floor.database.query;
  await accounts.refresh();
  expect([...accounts.ids]).toEqual([second]);

  await floor.database.query('update accounts set blocked_at = now() where id = $1', [second]);
  accounts.changed(second);
  await accounts.refresh();
  expect([[...accounts.ids], [...accounts.blockedIds]]).toEqual([[], [second]]);
  await floor.database.query('update accounts set blocked_at = null where id = $1', [second]);
  accounts.changed(second);
  await accounts.refresh();
  expect([[...accounts.ids], [...accounts.blockedIds]]).toEqual([[second], []]);

  // Nothing has changed, so nothing is queried.
  database.query = () => Promise.reject(new Error('away'));
  await accounts.refresh();
});
