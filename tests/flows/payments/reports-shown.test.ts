import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CommandOutcome } from '../../../src/server/operator/outcome.ts';
import { askDeposit } from '../../support/payments/asked-money.ts';
import { typeTransactions } from '../../support/payments/operator-types.ts';
import type { PayingFloor, Payer } from './paying-floor.ts';
import { openPayingFloor } from './paying-floor.ts';

/** What operators see of providers' reports, and what they do with reports that could not be used. */

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
let floor: PayingFloor;
let payer: Payer;

beforeAll(async () => {
  floor = await openPayingFloor();
  payer = await floor.payer();
});
afterAll(() => floor.close());

function type(...args: string[]): Promise<CommandOutcome> {
  const { app, runtime } = floor.shop;
  return typeTransactions({ database: app.database, runtime }, args);
}

/** The rows of the table below this line, without the header, split into cells. */
function rowsBelow({ text }: CommandOutcome, line: string): string[][] {
  const [, table = ''] = text.split(line);
  const [rows = ''] = table.trimStart().split('\n\n');
  const cells = rows.split('\n').map((row) => row.split(/ {2,}/));
  return cells.slice(1);
}

const unusable = 'Reports that could not be used. To try one again, use retry <report>:';

/**
 * Sends a report of an unknown payment and lets the time pass in which the payment might still become known; returns
 * its row in the list.
 */
async function givenUp(reference: string): Promise<string[]> {
  await floor.report({ reference, status: 'paid' });
  expect((await type('list')).text).not.toContain(reference);
  floor.shop.runtime.advance(hourMs);
  await floor.shop.app.payments.work();
  return rowsBelow(await type('list'), unusable).find((row) => row.includes(reference)) ?? [];
}

test('each report of a deposit is shown with its effect', async () => {
  const order = await payer.deposit();
  await payer.send(order);
  const lines = async () => {
    const rows = rowsBelow(await type('show', order), 'Reported by the provider:');
    return rows.map((row) => row.slice(2));
  };
  expect(await lines()).toEqual([]);
  for (const [status, amount] of [
    ['waiting', '0.00'],
    ['paid', '100.00'],
    ['paid', '200.00'],
  ] as const) {
    floor.shop.runtime.advance(1_000);
    await floor.report({ order, reference: `${amount}-${order}`, status, amount });
  }
  const words = (said: string, amount: string, of: string, became: string) => [
    ...[said, `EUR ${amount}`, `${of}-${order}`, became],
  ];
  expect(await lines()).toEqual([
    words('waiting', '0.00', '0.00', 'still waiting'),
    words('paid', '100.00', '100.00', 'hold'),
    words('paid', '200.00', '200.00', 'hold'),
  ]);
  expect(await type('approve', order, '--amount', '300')).toMatchObject({ ok: true });
  expect((await lines()).map(([, , , became]) => became)).toEqual([
    'still waiting, decided by an operator',
    'hold, decided by an operator',
    'hold, decided by an operator',
  ]);
});

test('a cancelled transfer stays in the list for a while, since it may be under way', async () => {
  const { app, runtime } = floor.shop;
  const { rows } = await app.database.query<{ id: number }>(`select id from accounts where email = 'demo@example.com'`);
  const asked = { accountId: rows[0]?.id ?? NaN, amountMinor: 25_000, at: new Date(runtime.now()) };
  const bank = await askDeposit(app.database, asked);
  const card = await askDeposit(app.database, { ...asked, typeId: 1, provider: 'moody' });
  await app.database.query(`update transactions set status = 'cancelled' where id in ($1, $2)`, [bank, card]);
  // As if the provider of the card deposit had been polled for as long as polling is useful.
  await app.database.query('update payments set asks = 9 where transaction_id = $1', [card]);
  const listed = async () => {
    const { text } = await type('list');
    return [bank, card].map((id) => text.includes(id.slice(0, 8)));
  };
  expect(await listed()).toEqual([true, false]);
  runtime.advance(61 * dayMs);
  expect(await listed()).toEqual([false, false]);
  payer = await floor.payer();
});

describe('a report that could not be used', () => {
  test('is an error in the log, appears in the list, and is processed once its payment is known', async () => {
    floor.shop.log.length = 0;
    const order = await payer.deposit();
    const [id = '', provider, , ...row] = await givenUp(`ref-${order}`);
    expect([provider, ...row]).toEqual(['moody', 'paid', 'EUR 300.00', `ref-${order}`, 'no such payment', 'given up']);
    const said = floor.shop.log.find(({ msg }) => msg === 'a report names no payment of ours');
    expect(said).toMatchObject({ level: 'error', provider: 'moody' });
    payer = await floor.payer();
    await payer.send(order);
    const before = await payer.balance();
    // As if the report had failed for three days.
    await floor.shop.app.database.query(
      `update payment_events set attempts = 440 where due_at is null and id::text like $1`,
      [`${id}%`],
    );
    expect(await type('retry', id)).toMatchObject({ ok: true });
    expect((await type('list')).text, 'all its attempts are available again').not.toContain(id);
    await floor.shop.app.payments.work();
    expect(Math.round((await payer.balance()) - before)).toBe(300);
    expect((await type('list')).text).not.toContain(id);
    expect(await type('retry', id)).toMatchObject({ ok: false });
    const { rows } = await floor.shop.app.database.query(
      `select actor, details from audit_entries where event = 'payment_report_retried'`,
    );
    expect(rows).toEqual([
      { actor: 'operator:ada', details: { report: expect.stringMatching(new RegExp(`^${id}-`)) as string } },
    ]);
  });

  test('belongs to no customer, and so appears in no customer’s list', async () => {
    expect(await givenUp('of nobody')).not.toEqual([]);
    expect((await type('list', '--email', 'demo@example.com')).text).not.toContain(unusable);
  });
});
