import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CommandOutcome } from '../../../src/server/operator/outcome.ts';
import { reconcile } from '../../../src/server/reconciliation/reconcile.ts';
import { reconcileCommand, reconcileOrder } from '../../../src/server/reconciliation/ledger-commands.ts';
import { payWithinMs } from '../../../src/server/payments/rules/decide-ask.ts';
import { typeTransactions } from '../../support/payments/operator-types.ts';
import type { PayingFloor, Payer } from '../payments/paying-floor.ts';
import { openPayingFloor } from '../payments/paying-floor.ts';

/** An operator wants to credit a deposit that its provider has not reported as paid. */

const email = 'demo@example.com';
let floor: PayingFloor;
let payer: Payer;
let before: number;

beforeAll(async () => {
  floor = await openPayingFloor();
});
beforeEach(async () => {
  payer = await floor.payer(email);
  before = await payer.balance();
});
afterEach(async () => expect(await floor.booksHold()).toBe(true));
afterAll(() => floor.close());

const gained = async () => Math.round((await payer.balance()) - before);

function type(...args: string[]): Promise<CommandOutcome> {
  const { app, runtime } = floor.shop;
  return typeTransactions({ database: app.database, runtime }, args);
}

async function opened(): Promise<string> {
  const id = await payer.deposit();
  await payer.send(id);
  return id;
}

async function failed(): Promise<string> {
  const id = await opened();
  await floor.report({ order: id, status: 'failed' });
  return id;
}

async function cancelled(): Promise<string> {
  const id = await opened();
  await payer.cancel(id);
  return id;
}

async function expired(): Promise<string> {
  const id = await opened();
  floor.shop.runtime.advance(payWithinMs);
  await floor.shop.app.payments.work();
  payer = await floor.payer(email);
  return id;
}

async function refunded(): Promise<string> {
  const id = await opened();
  await floor.report({ order: id, status: 'refunded' });
  return id;
}

/** Opens a deposit that is reported as paid, and half of it as refunded; returns its id. */
async function halved(): Promise<string> {
  const id = await opened();
  await floor.report({ order: id, status: 'refunded', amount: '150.00' });
  await floor.report({ order: id, status: 'paid' });
  return id;
}

const because = ['--amount', '300', '--reason', 'Seen on the statement of the bank'];

test.each([
  ['that was only opened', opened, 'moody never reported this as paid'],
  ['that failed', failed, 'It was declined, and moody reported it as failed'],
  ['that its customer cancelled', cancelled, 'The customer cancelled it, and moody never reported this as paid'],
  ['that nobody paid in time', expired, 'It was declined, and moody never reported this as paid'],
  ['that was refunded', refunded, 'It was declined, and moody reported it as refunded'],
  ['that was refunded in part', halved, 'moody reported it as refunded'],
])('a deposit %s is credited only with its amount and a reason', async (_what, made, why) => {
  const id = await made();
  const text = `${why}. If the money has arrived anyway, say how much with --amount and why with --reason. The customer reads the reason.`;
  for (const said of [[], because.slice(0, 2), because.slice(2)]) {
    expect(await type('approve', id, ...said), said.join(' ')).toEqual({ ok: false, text });
  }
  expect(await gained()).toBe(0);
  const credited = await type('approve', id, ...because);
  expect(credited.ok).toBe(true);
  const against = why.replace(/^(It|The)/, (word) => word.toLowerCase());
  expect(credited.text).toContain(
    `\nYou credited this against the evidence: ${against}.\nIf that is wrong, take it back`,
  );
  expect(credited.text).toContain(`: deposit ${email} -300.00 --by moody --reason "…"`);
  expect(await gained()).toBe(300);
});

test('the provider’s own report stays, beside who credited the deposit and why', async () => {
  const id = await failed();
  await type('approve', id, ...because);
  const why = 'it was declined, and moody reported it as failed; credited anyway: Seen on the statement of the bank';
  const { text } = await type('list', '--all', '--email', email);
  expect(text).toMatch(new RegExp(`${id.slice(0, 8)} .*moody: failed, credited by ada\n {4}${why}\n`));
  const shown = await type('show', id);
  expect(shown.text).toContain('\npayment   moody: failed, credited by ada, reference ref-');
  expect(shown.text).toContain(`\nnote      ${why}\n`);
  expect(shown.data).toMatchObject({ said: 'failed', creditedBy: 'ada', status: 'approved' });
  const { rows } = await floor.shop.app.database.query(
    `select actor, details ->> 'note' as note from audit_entries
     where event = 'deposit_credited' and details ->> 'transaction' = $1`,
    [id],
  );
  expect(rows).toEqual([{ actor: 'operator:ada', note: why }]);
});

test('a later report of the provider confirms what was credited and adds nothing', async () => {
  for (const made of [opened, failed, cancelled, expired]) {
    const id = await made();
    const start = await payer.balance();
    await type('approve', id, ...because);
    floor.shop.runtime.advance(1_000);
    await floor.report({ order: id, status: 'paid' });
    await floor.report({ order: id, status: 'paid' });
    expect(Math.round((await payer.balance()) - start), made.name).toBe(300);
    expect((await type('list', '--email', email)).text).not.toContain(id.slice(0, 8));
    expect((await type('show', id)).text).toContain('moody: paid, credited by ada');
  }
});

test('a later report of another amount waits for an operator', async () => {
  const id = await opened();
  await type('approve', id, '--amount', '290', '--reason', 'Seen on the statement');
  await floor.report({ order: id, status: 'paid' });
  expect(await gained()).toBe(290);
  expect((await type('list', '--email', email)).text).toMatch(
    new RegExp(`${id.slice(0, 8)} .*moody: differs\n {4}paid EUR 300\\.00.*, credited with EUR 290\\.00`),
  );
});

test('the reconciliation names who credited it and what its provider reported', async () => {
  const id = await failed();
  await type('approve', id, ...because);
  const { app } = floor.shop;
  async function* open() {
    yield await Promise.resolve(`order_id,amount,status\n${id},300.00,failed\n`);
  }
  const read = reconcileCommand.readValues(['--provider', 'moody', 'theirs.csv']);
  if (!read.ok) throw new Error(read.why);
  const { ok, text } = await reconcile({ database: app.database, currency: 'EUR', open }, reconcileOrder(read.value));
  expect(ok).toBe(false);
  const said = 'status: not paid there, in the books here; reported failed EUR 300.00, declined';
  expect(text).toContain(`different  line 2  ${id}  ${said}; credited by ada (it was declined, and moody reported`);
});

test('a wrong credit is reversed by the command that the answer names', async () => {
  const id = await opened();
  const { text } = await type('approve', id, ...because);
  const [, address = '', amount = '', by = ''] = / deposit (\S+) (-\S+) --by (\S+) --reason/.exec(text) ?? [];
  expect(await type('deposit', address, amount, '--by', by, '--reason', 'Nothing had come')).toMatchObject({
    ok: true,
  });
  expect(await gained()).toBe(0);
});
