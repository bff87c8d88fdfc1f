import { afterAll, beforeAll, expect, test } from 'vitest';
import { getUser } from '../../../src/lib/contract/calls.ts';
import type { User } from '../../../src/lib/contract/entities.ts';
import { emitTo } from '../../support/test-app.ts';
import type { PayingFloor } from '../payments/paying-floor.ts';
import { openPayingFloor } from '../payments/paying-floor.ts';

/** What the server says of a new customer's first deposit and first trade. */

let floor: PayingFloor;

beforeAll(async () => {
  floor = await openPayingFloor();
});
afterAll(() => floor.close());

async function reload(accessToken: string): Promise<User> {
  const { body } = await floor.shop.call(getUser, { accessToken, body: {} });
  if (body.status === 'error') throw new Error(body.error.code);
  return body.data;
}

test('a customer has a deposit once it is credited, and has traded once a position is open', async () => {
  const { feed, app } = floor.shop;
  const complete = `birth_date = '1990-05-17', phone = '+436601234567', country_id = 40, state = 'Wien', city = 'Wien',
    street = 'Ring 1', zip_code = '1010', verified = true`;
  await app.database.query(`update accounts set ${complete} where email = 'new@example.com'`);
  const payer = await floor.payer('new@example.com');
  expect(await reload(payer.accessToken)).toMatchObject({ has_deposit: 0, has_traded: 0 });
  const order = await payer.start();
  expect(await reload(payer.accessToken)).toMatchObject({ has_deposit: 0 });
  await floor.report({ order, status: 'paid' });
  expect(await reload(payer.accessToken)).toMatchObject({ has_deposit: 1, has_traded: 0 });

  feed.confirm('BTCUSD', 60_000, 60_010);
  const socket = await floor.shop.customerSocket(payer.accessToken);
  const trade = { direction: 'buy', amount: 10, leverage: 1, price: 60_010, symbol: 'BTCUSD' };
  const opened = await emitTo<{ id: string }>(socket, 'openPosition', trade);
  if (opened.error) throw new Error(opened.code);
  expect(await reload(payer.accessToken)).toMatchObject({ has_traded: 1 });
  await emitTo(socket, 'closePosition', { id: opened.data.id, price: 60_000 });
  expect(await reload(payer.accessToken), 'the position is closed').toMatchObject({ has_traded: 1 });
  socket.close();
});

test('the demo customer has done both', async () => {
  const { user } = await floor.shop.logIn('demo@example.com');
  expect(user).toMatchObject({ has_deposit: 1, has_traded: 1 });
});
