import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Position } from '../../../src/lib/contract/entities.ts';
import type { HookedProvider } from '../../support/payments/hooked-provider.ts';
import { sendReport, startHookedProvider } from '../../support/payments/hooked-provider.ts';
import type { RemoteCustomer } from '../../support/order-stream.ts';
import { enterAs } from '../../support/order-stream.ts';
import { operate } from '../../support/operator-here.ts';
import { startProduct } from '../../support/product/start-product.ts';
import type { Storage } from '../../support/product/storages.ts';
import { storages } from '../../support/product/storages.ts';
import type { MoneyCustomer, MoneyStream } from './money-stream.ts';
import { depositOf, enterMoney, streamMoney, withdrawalOf } from './money-stream.ts';

const acceptedBeforeKill = 12;
const mostTrades = 40;

let provider: HookedProvider;
beforeAll(async () => {
  provider = await startHookedProvider();
});
afterAll(() => provider.close());

interface Figures {
  balance: number;
  reserved: number;
  /** The sum over all closed positions. */
  profit: number;
}

/** Adds up, in cents, everything that the customer is shown. */
async function figuresOf(customer: MoneyCustomer): Promise<Figures> {
  const shown = await customer.call<{
    balance: { balance: number };
    positions: { history: { profit: number }[] };
  }>('/api/accounts/getBalance', {});
  const options = await customer.call<{ reserved: number }>('/api/payments/get', {});
  const profits = shown?.positions.history.map(({ profit }) => Math.round(profit * 100)) ?? [];
  return {
    balance: Math.round((shown?.balance.balance ?? NaN) * 100),
    reserved: Math.round((options?.reserved ?? NaN) * 100),
    profit: profits.reduce((total, profit) => total + profit, 0),
  };
}

/** Opens and closes positions one after the other until the server is gone, but no more than the history shows. */
async function trade(trader: RemoteCustomer): Promise<void> {
  for (let count = 0; count < mostTrades; count += 1) {
    const opened = await trader.ask<Position>('openPosition', trader.order(randomUUID()));
    if (!opened) return;
    if (opened.error) throw new Error(`An order was refused: ${opened.code}`);
    if (!(await trader.ask('closePosition', { id: opened.data.id, price: trader.price('sell') }))) return;
  }
}

/**
 * Streams money and orders at a server and kills it meanwhile; returns what it had acknowledged, and the figures
 * before.
 */
async function streamAndKill({ dataDir, env }: Storage): Promise<{ stream: MoneyStream; before: Figures }> {
  const product = await startProduct({ dataDir, env: { ...env, ...provider.env } });
  try {
    const customer = await enterMoney(product.url);
    const before = await figuresOf(customer);
    const trader = await enterAs(product.url);
    const orders = trade(trader);
    const { stream, ended } = streamMoney(product.url, customer, 4);
    const taken = () => [...stream.deposits.values()].filter(({ isTaken }) => isTaken).length;
    await expect.poll(taken, { timeout: 120_000 }).toBeGreaterThan(acceptedBeforeKill);
    await product.stop('SIGKILL');
    await Promise.all([ended, orders]);
    trader.leave();
    return { stream, before };
  } finally {
    await product.stop('SIGKILL');
  }
}

/** Repeats every request and every report: the acknowledged ones are found, the others take effect at most once. */
async function repeatAll(url: string, customer: MoneyCustomer, stream: MoneyStream): Promise<void> {
  const create = (body: object) => customer.call<{ transaction_id: string }>('/api/transactions/create', body);
  for (const [request, { id, report }] of stream.deposits) {
    const found = await create(depositOf(request));
    if (id !== null) expect(found?.transaction_id).toBe(id);
    if (report) expect(await sendReport(url, report)).toBe(200);
  }
  for (const [request, notes] of stream.withdrawals) {
    const found = await create(withdrawalOf(request));
    if (notes.id !== null) expect(found?.transaction_id).toBe(notes.id);
    notes.id = found?.transaction_id ?? null;
  }
}

/**
 * Expects that every deposit with an accepted report is credited, every withdrawal is pending or cancelled, and no
 * other money has moved.
 */
async function expectAgreed(customer: MoneyCustomer, stream: MoneyStream, before: Figures): Promise<void> {
  const paid = [...stream.deposits.values()].filter(({ report }) => report !== null).map(({ id }) => id);
  const statuses = async () =>
    new Map((await customer.list()).map((one) => [one.transaction_id, one.transaction_status] as const));
  await expect
    .poll(
      async () => [...(await statuses())].filter(([id, status]) => paid.includes(id) && status === 'approved').length,
      {
        timeout: 120_000,
      },
    )
    .toBe(paid.length);
  const now = await statuses();
  let open = 0;
  for (const { id, isCancelled, isCallingOff } of stream.withdrawals.values()) {
    const status = now.get(id ?? '');
    if (isCancelled) expect(status).toBe('cancelled');
    if (!isCallingOff) expect(status).toBe('pending');
    if (status === 'pending') open += 1;
  }
  const after = await figuresOf(customer);
  expect(after.reserved - before.reserved).toBe(open * 100);
  expect(after.balance - before.balance).toBe(paid.length * 25_000 - open * 100 + after.profit - before.profit);
}

test.each(storages)(
  'kill -9 amid deposits, withdrawals and orders neither loses nor makes money: $name',
  { timeout: 600_000 },
  async ({ open }) => {
    const storage = await open();
    try {
      const { stream, before } = await streamAndKill(storage);
      expect(await operate(storage, 'ledger', 'verify')).toContain('The ledger agrees.');
      const product = await startProduct({ ...storage, env: { ...storage.env, ...provider.env } });
      try {
        const customer = await enterMoney(product.url);
        await repeatAll(product.url, customer, stream);
        await expectAgreed(customer, stream, before);
      } finally {
        await product.stop();
      }
      expect(await operate(storage, 'ledger', 'verify')).toContain('The ledger agrees.');
    } finally {
      await storage.remove();
    }
  },
);
