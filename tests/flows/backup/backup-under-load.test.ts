import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Position } from '../../../src/lib/contract/entities.ts';
import { openDatabase } from '../../../src/server/db/database.ts';
import { sendUpload } from '../../support/documents/document-desk.ts';
import { madeJpeg } from '../../support/documents/made-files.ts';
import type { RemoteCustomer } from '../../support/order-stream.ts';
import { enterAs } from '../../support/order-stream.ts';
import type { HookedProvider } from '../../support/payments/hooked-provider.ts';
import { startHookedProvider } from '../../support/payments/hooked-provider.ts';
import { operate } from '../../support/operator-here.ts';
import type { Product } from '../../support/product/start-product.ts';
import { startProduct } from '../../support/product/start-product.ts';
import type { Storage } from '../../support/product/storages.ts';
import { storages } from '../../support/product/storages.ts';
import type { MoneyStream } from '../money-books/money-stream.ts';
import { enterMoney, streamMoney } from '../money-books/money-stream.ts';
import { backUp } from './backed-up.ts';

const before = 4;
const after = 3;

let provider: HookedProvider;
let photo: Buffer;
beforeAll(async () => {
  [provider, photo] = await Promise.all([startHookedProvider(), madeJpeg()]);
});
afterAll(() => provider.close());

const start = ({ dataDir, env }: Storage) => startProduct({ dataDir, env: { ...env, ...provider.env } });

/** Opens and closes positions until the server is gone, and records the ids of the opened ones. */
async function trade(trader: RemoteCustomer, opened: string[]): Promise<void> {
  for (;;) {
    const answer = await trader.ask<Position>('openPosition', trader.order(randomUUID()));
    if (!answer) return;
    if (answer.error) throw new Error(`An order was refused: ${answer.code}`);
    opened.push(answer.data.id);
    if (!(await trader.ask('closePosition', { id: answer.data.id, price: trader.price('sell') }))) return;
  }
}

async function sendPassport({ url }: Product): Promise<void> {
  const body = JSON.stringify({ email: 'new@example.com', password: 'demo1234' });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/accounts/login`, { method: 'POST', headers, body });
  const { data } = (await answer.json()) as { data: { access_token: string } };
  const form = { fields: { type: 'passport' }, files: [{ bytes: photo }], accessToken: data.access_token };
  expect((await sendUpload({ url }, form)).status).toBe(200);
}

/** What was acknowledged before the backup began. */
interface Acknowledged {
  deposits: string[];
  withdrawals: string[];
  positions: string[];
}

const ids = (notes: Iterable<{ id: string | null }>) => Array.from(notes, ({ id }) => id).filter((id) => id !== null);
const reported = ({ deposits }: MoneyStream) => ids([...deposits.values()].filter(({ isTaken }) => isTaken));

/** Deposits, withdrawals and orders go on before, during and after the backup, and end with the server. */
async function backUpUnderLoad(storage: Storage) {
  const product = await start(storage);
  try {
    await sendPassport(product);
    const trader = await enterAs(product.url);
    const positions: string[] = [];
    const trading = trade(trader, positions);
    const { stream, ended } = streamMoney(product.url, await enterMoney(product.url), 2);
    const reach = (count: number) =>
      expect.poll(() => reported(stream).length, { timeout: 120_000 }).toBeGreaterThanOrEqual(count);
    await reach(before);
    const withdrawals = ids(stream.withdrawals.values());
    const acknowledged: Acknowledged = { deposits: reported(stream), withdrawals, positions: [...positions] };
    const restore = await backUp(storage);
    await reach(reported(stream).length + after);
    await product.stop('SIGKILL');
    await Promise.all([ended, trading]);
    trader.leave();
    return { acknowledged, restore };
  } finally {
    await product.stop('SIGKILL');
  }
}

/** The balance in cents that a server on this storage shows its customer, once its worker has processed all reports. */
async function balanceWhereServed(storage: Storage, { deposits }: Acknowledged): Promise<number> {
  const product = await start(storage);
  try {
    expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
    const customer = await enterMoney(product.url);
    const credited = async () => {
      const approved = (await customer.list()).filter((one) => one.transaction_status === 'approved');
      const found = new Set(approved.map((one) => one.transaction_id));
      return deposits.filter((id) => !found.has(id));
    };
    await expect.poll(credited, { timeout: 120_000 }).toEqual([]);
    await expectPassport(storage);
    // Nobody trades, so this balance must match what the database holds after the stop.
    const shown = await customer.call<{ balance: { balance: number } }>('/api/accounts/getBalance', {});
    return Math.round((shown?.balance.balance ?? Number.NaN) * 100);
  } finally {
    await product.stop();
  }
}

async function expectPassport(storage: Storage): Promise<void> {
  const listed = await operate(storage, 'documents', 'list', '--email', 'new@example.com', '--json');
  const [{ id } = { id: '' }] = (JSON.parse(listed) as { data: { id: string }[] }).data;
  const out = join(storage.dataDir, 'passport.jpg');
  await operate(storage, 'documents', 'view', id, '--out', out);
  expect((await readFile(out)).equals(photo)).toBe(true);
}

/**
 * Expects the storage to contain everything acknowledged, and the postings to add up to the balance that the customer
 * was shown.
 */
async function expectWhole({ dataDir, env }: Storage, { positions, withdrawals }: Acknowledged, shown: number) {
  const database = await openDatabase({ databaseUrl: env.DATABASE_URL ?? null, dataDir, poolSize: 1 });
  const missing = async (table: string, wanted: string[]) => {
    const text = `select id::text from unnest($1::uuid[]) as w (id) where id not in (select id from ${table})`;
    return (await database.query(text, [wanted])).rows;
  };
  try {
    expect(positions.length).toBeGreaterThan(0);
    // Two parallel loops made four deposits, so at least one of the loops has also made a withdrawal.
    expect(withdrawals.length).toBeGreaterThan(0);
    expect(await missing('positions', positions)).toEqual([]);
    expect(await missing('transactions', withdrawals)).toEqual([]);
    const sum = `select sum(p.amount_minor)::int as minor from ledger_postings p join accounts a on a.id = p.account_id
      where a.email = 'demo@example.com' and p.book in ('customer', 'customer_bonus', 'customer_credit')`;
    expect((await database.query<{ minor: number }>(sum)).rows).toEqual([{ minor: shown }]);
  } finally {
    await database.close();
  }
}

test.each(storages)(
  'a backup made amid deposits, withdrawals and orders is restored elsewhere and serves: $name',
  { timeout: 600_000 },
  async ({ open }) => {
    const storage = await open();
    const { acknowledged, restore } = await backUpUnderLoad(storage);
    const restored = await restore();
    try {
      expect(await operate(restored, 'ledger', 'verify')).toContain('The ledger agrees.');
      const shown = await balanceWhereServed(restored, acknowledged);
      expect(await operate(restored, 'ledger', 'verify')).toContain('The ledger agrees.');
      await expectWhole(restored, acknowledged, shown);
    } finally {
      await restored.remove();
      await storage.remove();
    }
  },
);
