import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { typeTransactions } from '../../support/payments/operator-types.ts';
import type { PayingFloor, Payer } from './paying-floor.ts';
import { openPayingFloor } from './paying-floor.ts';

/**
 * A repeated request finds the transaction that it began; a different request with the same id is refused, never
 * mistaken for it.
 */

let floor: PayingFloor;
let payer: Payer;

beforeAll(async () => {
  floor = await openPayingFloor();
  payer = await floor.payer();
});
afterAll(async () => {
  expect(await floor.booksHold()).toBe(true);
  await floor.close();
});

const withdrawal = { method: 'withdraw', amount: -10, comments: 'To my bank' };
const deposit = { method: 1, provider: 'moody', amount: 300 };

test.each([
  ['a withdrawal after a deposit', deposit, withdrawal],
  ['a deposit after a withdrawal', withdrawal, deposit],
  ['another amount', deposit, { ...deposit, amount: 301 }],
  ['another method and its provider', deposit, { ...deposit, method: 3, provider: 'moody-twin' }],
  ['another withdrawal amount', withdrawal, { ...withdrawal, amount: -11 }],
])('%s does not begin with a request id that was used, and the answer says so', async (_what, first, second) => {
  const request_id = randomUUID();
  const begun = await payer.create({ ...first, request_id });
  expect(begun.status).toBe(200);
  const before = await payer.balance();
  expect(await payer.create({ ...second, request_id })).toMatchObject({
    ...{ status: 400, code: 'VALIDATION' },
    fields: { request_id: 'Another transaction already has this request_id' },
  });
  expect(await payer.create({ ...first, request_id }), 'the same request again').toEqual(begun);
  expect(await payer.balance()).toBe(before);
});

test('a repeat finds its deposit even if an operator has credited another amount', async () => {
  const request = { ...deposit, request_id: randomUUID() };
  const begun = await payer.create(request);
  const order = begun.data?.transaction_id ?? '';
  await payer.send(order);
  await floor.report({ order, status: 'paid', amount: '299.00' });
  const { app, runtime } = floor.shop;
  const word = ['approve', order, '--amount', '299.00', '--reason', 'It is what came'];
  expect(await typeTransactions({ database: app.database, runtime }, word)).toMatchObject({ ok: true });
  expect((await payer.show(order)).data).toMatchObject({ transaction_status: 'approved', asked_amount: 300 });
  expect(await payer.create(request)).toEqual(begun);
  expect(await payer.create({ ...request, amount: 299 })).toMatchObject({ status: 400, code: 'VALIDATION' });
});

test('of a deposit and a withdrawal at once with one request id, one begins and the other is refused', async () => {
  for (let round = 0; round < 10; round += 1) {
    const request_id = randomUUID();
    const answers = await Promise.all([deposit, withdrawal].map((request) => payer.create({ ...request, request_id })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  }
});
