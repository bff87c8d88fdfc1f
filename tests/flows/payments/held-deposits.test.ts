import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { typeTransactions } from '../../support/payments/operator-types.ts';
import type { PayingFloor, Payer } from './paying-floor.ts';
import { openPayingFloor } from './paying-floor.ts';

/** What happens to deposits whose report differs from the request: only an operator can settle them. */

let floor: PayingFloor;
let payer: Payer;

beforeAll(async () => {
  floor = await openPayingFloor();
  payer = await floor.payer();
});
afterEach(async () => expect(await floor.booksHold()).toBe(true));
afterAll(() => floor.close());

const report: PayingFloor['report'] = (...given) => floor.report(...given);

async function noteOf(id: string): Promise<string | null> {
  const text = `select case state when 'differs' then note end as note from payments where transaction_id = $1`;
  const { rows } = await floor.shop.app.database.query<{ note: string | null }>(text, [id]);
  return rows[0]?.note ?? null;
}

function operator(kind: 'approve', id: string, amountMinor: number | null) {
  const { app, runtime } = floor.shop;
  const amount =
    amountMinor === null ? [] : ['--amount', (amountMinor / 100).toFixed(2), '--reason', 'It is what came'];
  return typeTransactions({ database: app.database, runtime }, [kind, id, ...amount]);
}

describe('a payment that differs from the request', () => {
  test.each([
    ['less', { amount: '299.99' }],
    ['more', { amount: '3000.00' }],
    ['another currency', { currency: 'USD' }],
  ])('%s is credited to nobody until an operator decides', async (_what, differing) => {
    const order = await payer.start();
    expect(await report({ order, status: 'paid', ...differing })).toBe(200);
    expect([await payer.statusOf(order), await payer.gained()]).toEqual(['pending', 0]);
    expect((await payer.show(order)).data?.cancellable).toBe(0);
    expect(await payer.cancel(order)).toMatchObject({ status: 409, code: 'TRANSACTION_CLOSED' });
    expect(await payer.send(order)).toMatchObject({ status: 409, code: 'TRANSACTION_CLOSED' });
    await report({ order, status: 'paid' });
    expect([await payer.statusOf(order), await payer.gained()], 'the requested amount came too').toEqual([
      'pending',
      0,
    ]);
    expect(await operator('approve', order, null)).toMatchObject({
      ok: false,
      text: expect.stringMatching(
        /^It does not match the request: paid .*, paid .*, asked for EUR 300\.00\. .* with --amount\.$/,
      ) as string,
    });
    expect(await operator('approve', order, 30_000)).toMatchObject({ ok: true });
    await report({ order, status: 'paid', ...differing });
    await report({ order, status: 'paid' });
    expect([await payer.statusOf(order), await payer.gained()], 'repeats change nothing').toEqual(['approved', 300]);
    expect(await noteOf(order)).toBeNull();
  });

  test('two partial payments are both shown, and an operator credits their sum', async () => {
    const order = await payer.start();
    await report({ order, reference: `P1-${order}`, status: 'paid', amount: '100.00' });
    await report({ order, reference: `P2-${order}`, status: 'paid', amount: '200.00' });
    const held = `paid EUR 200.00 as P2-${order}, paid EUR 100.00 as P1-${order}`;
    expect(await noteOf(order)).toBe(`${held}, asked for EUR 300.00`);
    expect(JSON.stringify(floor.shop.log), 'the provider’s name for it is not in the log').not.toContain(`P1-${order}`);
    await operator('approve', order, 30_000);
    expect([await payer.statusOf(order), await payer.gained()]).toEqual(['approved', 300]);
    await report({ order, reference: `P3-${order}`, status: 'paid' });
    expect([await payer.gained(), await noteOf(order)]).toEqual([
      300,
      expect.stringContaining(`as P3-${order}, credited`),
    ]);
  });

  test('a second payment of one order is noticed', async () => {
    const order = await payer.start();
    await report({ order, reference: `P1-${order}`, status: 'paid' });
    await report({ order, reference: `P1-${order}`, status: 'paid' });
    await report({ order, status: 'paid' });
    expect([await payer.gained(), await noteOf(order)]).toEqual([300, null]);
    await report({ order, reference: `P2-${order}`, status: 'paid' });
    expect([await payer.gained(), await noteOf(order)]).toEqual([300, expect.stringMatching(/as P1-.* as P2-/)]);
  });

  test('a refund before the credit prevents the automatic credit', async () => {
    for (const [amount, status] of [
      ['300.00', 'declined'],
      ['0.01', 'pending'],
    ] as const) {
      const order = await payer.start();
      await report({ order, status: 'refunded', amount });
      await report({ order, status: 'paid' });
      expect([await payer.statusOf(order), await payer.gained()]).toEqual([status, 0]);
      expect(await noteOf(order)).toMatch(/^paid EUR 300\.00.*, refunded EUR \S+, asked for EUR 300\.00/);
    }
  });

  test('a name that belongs to another payment is not believed', async () => {
    const [one, other] = [await payer.start(), await payer.start()];
    expect(await report({ order: one, reference: `ref-${other}`, status: 'paid' })).toBe(200);
    expect([await payer.statusOf(one), await payer.gained()]).toEqual(['pending', 0]);
    expect(await noteOf(one)).toContain('which is the name of another payment');
    await report({ reference: `ref-${other}`, status: 'paid' });
    expect([await payer.statusOf(other), await payer.gained()]).toEqual(['approved', 300]);
  });

  test('a refund after the credit takes nothing by itself', async () => {
    const order = await payer.start();
    await report({ order, status: 'paid' });
    await report({ order, status: 'refunded' });
    expect([await payer.statusOf(order), await payer.gained()]).toEqual(['approved', 300]);
  });

  test('equal partial refunds are each noticed, even after an operator dealt with the first', async () => {
    const order = await payer.start();
    const part = { order, reference: `ref-${order}`, status: 'refunded', amount: '50.00' } as const;
    const once = `refunded EUR 50.00 as ref-${order}`;
    await report({ order, reference: `ref-${order}`, status: 'paid' });
    const first = { ...part, event: `first-${order}` };
    await report(first);
    await operator('approve', order, null);
    await report(first);
    expect(await noteOf(order), 'a repeat changes nothing').toBeNull();
    await report({ ...part, event: `second-${order}` });
    expect(await noteOf(order)).toBe(`${once}, credited with EUR 300.00`);
    await report({ ...part, event: `third-${order}` });
    expect(await noteOf(order)).toBe(`${once}, ${once}, credited with EUR 300.00`);
    expect([await payer.statusOf(order), await payer.gained()]).toEqual(['approved', 300]);
  });

  test('a report sent to another provider’s address affects none of its payments', async () => {
    const order = await payer.start();
    expect(await report({ order, status: 'paid' }, '/api/transaction/update/moody-twin')).toBe(200);
    expect([await payer.statusOf(order), await payer.gained()]).toEqual(['pending', 0]);
  });
});
