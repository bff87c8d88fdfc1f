import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { typeTransactions } from '../../support/payments/operator-types.ts';
import { useOperatorFloor } from './operator-floor.ts';

/** What an operator sees of an expected transfer, and of where money is to be sent. */

const { customer, deposit, funds, withdraw, query, queries, runtime } = useOperatorFloor();
let folder: string;
let file: string;
const account = [
  { name: { en: 'Account holder', de: 'Kontoinhaber' }, value: 'Brokerkit Ltd' },
  { name: 'IBAN', value: 'DE02 1203 0000 0000 2020 51' },
];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'providers-'));
  file = join(folder, 'providers.json');
  const entry = { kind: 'bank', name: 'house-bank', method: 2, label: 'Transfer', icon: 'bank', account };
  await writeFile(file, JSON.stringify([entry]));
});
afterAll(() => rm(folder, { recursive: true }));

const tryWith = (env: Record<string, string>, ...args: string[]) =>
  typeTransactions({ database: queries(), runtime, env }, args);
const typeWith = async (...typed: Parameters<typeof tryWith>) => (await tryWith(...typed)).text;
const code = async () =>
  (await query('select uniqid from accounts where id = $1', [customer.accountId])).rows[0]?.uniqid;

test('a transfer is listed with its payment reference and its destination', async () => {
  const id = await deposit({ provider: 'house-bank' });
  const env = { PAYMENTS_FILE: file };
  const told = `quoting ${String(await code())}, to Account holder Brokerkit Ltd, IBAN DE02 1203 0000 0000 2020 51`;
  expect(await typeWith(env, 'list', '--email', customer.email)).toMatch(new RegExp(`\n {4}${told}$`));
  expect(await typeWith(env, 'show', id)).toMatch(
    new RegExp(`\npayment {3}house-bank: created\ntransfer {2}${told}\n`),
  );
  const { data } = JSON.parse(await typeWith(env, 'show', id, '--json')) as { data: object };
  expect(data).toMatchObject({
    transfer: { reference: await code(), account: [{ name: 'Account holder' }, { name: 'IBAN' }] },
  });
});

test('a transfer whose destination is no longer known is listed as such', async () => {
  await deposit({ provider: 'house-bank' });
  const none = `quoting ${String(await code())}, to an unknown account: `;
  expect(await typeWith({}, 'list', '--email', customer.email)).toContain(
    `${none}PAYMENTS_FILE describes no provider house-bank`,
  );
  await query('delete from payments where account_id = $1', [customer.accountId]);
  expect(await typeWith({}, 'list', '--email', customer.email)).toContain(`${none}it names no provider`);
});

test('an unreadable file of providers is reported, but does not hide that a command succeeded', async () => {
  const env = { PAYMENTS_FILE: join(folder, 'gone.json') };
  const before = (await funds())!;
  expect(await tryWith(env, 'bonus', customer.email, '10', '--reason', 'A test')).toMatchObject({ ok: true });
  expect((await funds())!.bonusMinor - before.bonusMinor).toBe(1_000);
  const id = await deposit({ provider: 'house-bank' });
  const told = `quoting ${String(await code())}, to an unknown account: PAYMENTS_FILE cannot be read`;
  expect(await typeWith(env, 'list', '--email', customer.email)).toContain(told);
  expect(await typeWith(env, 'show', id)).toContain(told);
  expect(await tryWith(env, 'approve', id)).toMatchObject({ ok: true });
});

test('a payment by another provider is not a transfer', async () => {
  await deposit({ provider: 'sandbox' });
  await deposit({ typeId: 3, provider: 'wallet' });
  expect(await typeWith({}, 'list', '--email', customer.email)).not.toContain('quoting');
});

test('a payment with a provider’s reference is not a transfer, even if the provider is no longer described', async () => {
  const id = await deposit({ provider: 'gone-pay' });
  await query(`update payments set reference = 'GP-4711' where transaction_id = $1`, [id]);
  const told = await typeWith({}, 'show', id);
  expect(told).toContain('gone-pay: created, reference GP-4711');
  expect(told).not.toContain('quoting');
});

test('a payment for which a provider was asked is not a transfer, even if the provider is no longer described', async () => {
  const id = await deposit({ provider: 'gone-link' });
  await query(
    `update payments set state = 'started', redirect_url = 'https://gone.example/pay' where transaction_id = $1`,
    [id],
  );
  const expectNoTransfer = async () => {
    expect(await typeWith({}, 'show', id)).not.toContain('quoting');
    expect(await typeWith({}, 'list', '--email', customer.email)).not.toContain('quoting');
  };
  await expectNoTransfer();
  await query(`update payments set state = 'differs', redirect_url = null where transaction_id = $1`, [id]);
  await expectNoTransfer();
});

test('a withdrawal without a destination is marked in the list until it is sent', async () => {
  const unsaid = /\n {4}goes to: the customer did not say; ask before you send(\nNext: .*)?$/;
  const id = await withdraw(1_000);
  expect(await typeWith({}, 'list', '--email', customer.email)).toMatch(/\n {4}comments: To my bank$/);
  await query('update transactions set comments = null where id = $1', [id]);
  expect(await typeWith({}, 'list', '--email', customer.email)).toMatch(unsaid);
  for (const step of ['check', 'approve']) expect(await typeWith({}, step, id)).toMatch(unsaid);
  expect(await typeWith({}, 'show', id)).toMatch(/\ngoes to {3}the customer did not say; ask before you send\n/);
  await typeWith({}, 'decline', id, '--reason', 'Nowhere to go');
  expect(await typeWith({}, 'show', id)).not.toMatch(/comments|goes to/);
});
