import { afterAll, beforeAll, expect, test } from 'vitest';
import { getBalance } from '../../../src/lib/contract/calls.ts';
import { createTransaction } from '../../../src/lib/contract/payments/payment-calls.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';

/** A burst of calls from one customer does not delay the others. */

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

test('while one account makes two hundred withdrawals at once, another’s balance is answered before most of them', async () => {
  const [flooder, other] = [await shop.logIn(), await shop.logIn('limited@example.com')];
  const body = { method: 'withdraw', amount: -1, comments: 'To my bank' } as const;
  let answered = 0;
  const flood = Array.from({ length: 200 }, async () => {
    const { status } = await shop.call(createTransaction, { accessToken: flooder.accessToken, body });
    answered += 1;
    return status;
  });
  // Once 20 withdrawals are answered, all others of the flood are waiting.
  await Promise.all(flood.slice(0, 20));
  const before = answered;
  expect((await shop.call(getBalance, { accessToken: other.accessToken })).status).toBe(200);
  expect(answered - before).toBeLessThanOrEqual(20);
  expect(new Set(await Promise.all(flood))).toEqual(new Set([200]));
});
