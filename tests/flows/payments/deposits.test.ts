import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { PayingFloor, Payer } from './paying-floor.ts';
import { openPayingFloor } from './paying-floor.ts';

/** What happens to deposits when their provider reports them. */

let floor: PayingFloor;
let payer: Payer;

beforeAll(async () => {
  floor = await openPayingFloor();
  payer = await floor.payer();
});
afterEach(async () => expect(await floor.booksHold()).toBe(true));
afterAll(() => floor.close());

const report: PayingFloor['report'] = (...given) => floor.report(...given);

test('a deposit is credited once, by its provider’s report and by nothing before it', async () => {
  const order = await payer.start();
  expect((await payer.show(order)).data).toMatchObject({
    ...{ amount: 300, transaction_type: 'Card deposit', transaction_status: 'pending', cancellable: 1, reason: null },
    steps: [{ step: 'requested' }],
  });
  expect(await payer.gained()).toBe(0);

  floor.shop.runtime.advance(1_000);
  const paid = { event: 'paid-1', order, status: 'paid' } as const;
  expect(await report(paid)).toBe(200);
  expect(await payer.gained()).toBe(300);
  expect((await payer.show(order)).data).toMatchObject({
    ...{ transaction_status: 'approved', cancellable: 0 },
    steps: [{ step: 'requested' }, { step: 'approved' }],
  });

  expect([await report(paid), await report(paid, '/api/transactions/update/moody')]).toEqual([200, 200]);
  expect(await report({ order, status: 'paid' }), 'another report of the same').toBe(200);
  expect(await payer.gained()).toBe(300);
});

test('fifty reports of one payment at once are one credit', async () => {
  const order = await payer.start();
  const all = Array.from({ length: 50 }, () => report({ order, status: 'paid' }));
  expect(new Set(await Promise.all(all))).toEqual(new Set([200]));
  expect(await payer.gained()).toBe(300);
});

describe('reports that arrive out of order', () => {
  test('a failure after the payment takes nothing back', async () => {
    const order = await payer.start();
    await report({ order, status: 'paid' });
    await report({ order, status: 'failed' });
    expect([await payer.statusOf(order), await payer.gained()]).toEqual(['approved', 300]);
  });

  test('with one event id but different statuses both count', async () => {
    const order = await payer.start();
    for (const status of ['waiting', 'waiting', 'paid', 'paid'] as const)
      await report({ event: 'pay-1', order, status });
    expect([await payer.statusOf(order), await payer.gained()]).toEqual(['approved', 300]);
  });

  test('a payment after the failure is credited', async () => {
    const order = await payer.start();
    await report({ order, status: 'failed' });
    expect([await payer.statusOf(order), await payer.gained()]).toEqual(['declined', 0]);
    await report({ order, status: 'paid' });
    await report({ order, status: 'failed' });
    expect([await payer.statusOf(order), await payer.gained()]).toEqual(['approved', 300]);
  });

  test('a report that the payment still waits changes nothing, whenever it comes', async () => {
    const order = await payer.start();
    await report({ order, status: 'waiting' });
    expect(await payer.statusOf(order)).toBe('pending');
    await report({ order, status: 'paid' });
    await report({ order, status: 'waiting' });
    expect([await payer.statusOf(order), await payer.gained()]).toEqual(['approved', 300]);
  });

  test('a payment that is reported days later is still credited', async () => {
    const order = await payer.start();
    floor.shop.runtime.advance(5 * 86_400_000);
    payer = await floor.payer();
    await report({ order, status: 'paid' });
    expect([await payer.statusOf(order), await payer.gained()]).toEqual(['approved', 300]);
  });

  test('a report that came before the provider’s answer to us is processed with the answer', async () => {
    await payer.count();
    const order = await payer.deposit();
    const { mood } = floor.provider;
    floor.provider.mood = async (asked, response) => {
      expect(await report({ reference: `ref-${order}`, status: 'paid' })).toBe(200);
      expect(await payer.gained()).toBe(0);
      mood(asked, response);
    };
    expect((await payer.send(order)).status).toBe(200);
    floor.provider.mood = mood;
    await floor.shop.app.payments.work();
    expect([await payer.statusOf(order), await payer.gained()]).toEqual(['approved', 300]);
  });

  test('a report by the provider’s name is processed once another report has told us that name', async () => {
    await payer.count();
    const [one, other] = [await payer.deposit(), await payer.deposit()];
    await report({ reference: `P-${one}`, status: 'paid' });
    expect(await payer.gained()).toBe(0);
    await report({ order: one, reference: `P-${one}`, status: 'waiting' });
    expect([await payer.statusOf(one), await payer.gained()]).toEqual(['approved', 300]);
    await report({ order: other, reference: `P-${other}`, status: 'waiting' });
    await report({ reference: `P-${other}`, status: 'paid' });
    expect([await payer.statusOf(other), await payer.gained()]).toEqual(['approved', 600]);
  });

  test('a report of an unknown payment is tried for an hour, and then no more', async () => {
    const { log, runtime, app } = floor.shop;
    log.length = 0;
    const given = () => log.filter(({ msg }) => msg === 'a report names no payment of ours');
    await report({ reference: 'of nobody', status: 'paid' });
    for (let minute = 0; minute < 59; minute += 1) {
      runtime.advance(60_000);
      await app.payments.work();
    }
    expect(given()).toEqual([]);
    runtime.advance(600_000);
    await app.payments.work();
    expect(given()).toHaveLength(1);
    runtime.advance(3_600_000);
    await app.payments.work();
    expect(given()).toHaveLength(1);
    payer = await floor.payer();
  });
});

describe('a deposit that its customer cancels', () => {
  test('is cancelled, and a repeat changes nothing', async () => {
    const order = await payer.start();
    floor.shop.runtime.advance(1_000);
    const { data } = await payer.cancel(order);
    expect(data).toMatchObject({ transaction_status: 'cancelled', cancellable: 0 });
    expect(data?.steps.map(({ step }) => step)).toEqual(['requested', 'cancelled']);
    expect((await payer.cancel(order)).data).toEqual(data);
    expect(await payer.send(order)).toMatchObject({ status: 409, code: 'TRANSACTION_CLOSED' });
  });

  test('is credited if it is paid nevertheless', async () => {
    const order = await payer.start();
    await payer.cancel(order);
    await report({ order, status: 'failed' });
    expect(await payer.statusOf(order)).toBe('cancelled');
    await report({ order, status: 'paid' });
    expect([await payer.statusOf(order), await payer.gained()]).toEqual(['approved', 300]);
    expect(await payer.cancel(order)).toMatchObject({ code: 'TRANSACTION_CLOSED' });
  });
});

describe('beginning a deposit', () => {
  test('twice with the same request id begins one deposit, even at once', async () => {
    const request = { request_id: randomUUID() };
    const ids = await Promise.all([1, 2, 3, 4, 5].map(() => payer.deposit(request)));
    expect(new Set([...ids, await payer.deposit(request)]).size).toBe(1);
  });

  test.each([
    ['too little', { amount: 249.99 }, 'VALIDATION', { amount: 'Minimum Deposit € 250' }],
    ['a negative amount', { amount: -300 }, 'VALIDATION', { amount: 'Minimum Deposit € 250' }],
    ['too much', { amount: 100_000.01 }, 'VALIDATION', { amount: 'Maximum Deposit € 100,000' }],
    ['no amount', { amount: undefined }, 'VALIDATION', { amount: 'Amount is required' }],
    ['no method', { method: undefined }, 'VALIDATION', { method: 'Method is required' }],
    ['an unknown method', { method: 99 }, 'VALIDATION', { method: 'This payment method is not available' }],
    ['a method that is not set up', { method: 9 }, 'METHOD_NOT_OFFERED', undefined],
    ['a provider of another method', { method: 3, provider: 'moody' }, 'METHOD_NOT_OFFERED', undefined],
  ])('is refused with %s', async (_what, request, code, fields) => {
    expect(await payer.create(request)).toMatchObject({ code, ...(fields && { fields }) });
  });

  test('requires a complete profile first', async () => {
    const other = await floor.payer('new@example.com');
    expect(await other.create()).toMatchObject({ status: 403, code: 'PROFILE_INCOMPLETE' });
  });
});

test('another customer’s deposit can be neither seen, begun nor cancelled', async () => {
  const order = await payer.deposit();
  const stranger = await floor.payer('limited@example.com');
  const answers = [await stranger.show(order), await stranger.send(order), await stranger.cancel(order)];
  expect(answers.map(({ code }) => code)).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND']);
  expect((await payer.show(order)).data?.transaction_status).toBe('pending');
  expect(floor.provider.asked.some((asked) => asked.order === order)).toBe(false);
});
