import { randomUUID } from 'node:crypto';
import { getBalance } from '../../../src/lib/contract/calls.ts';
import type { Call } from '../../../src/lib/contract/call.ts';
import type { Envelope } from '../../../src/lib/contract/envelope.ts';
import {
  cancelTransaction,
  createTransaction,
  getTransaction,
  sendTransaction,
} from '../../../src/lib/contract/payments/payment-calls.ts';
import type { TransactionDetails } from '../../../src/lib/contract/payments/payment-entities.ts';
import { verifyLedger } from '../../../src/server/ledger/verify-ledger.ts';
import type { MoodyProvider, MoodyReport } from '../../support/payments/moody-provider.ts';
import { friendly, startMoodyProvider, writeReport } from '../../support/payments/moody-provider.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';

/** The answer of a call: its data, or the code and the fields of the problem. */
export interface Told<Data> {
  status: number;
  data?: Data;
  code?: string;
  fields?: Record<string, string> | undefined;
}

/** A customer who deposits and withdraws through the calls of the contract. */
export interface Payer {
  accessToken: string;
  create: (request?: Record<string, unknown>) => Promise<Told<{ transaction_id: string }>>;
  /** Begins a deposit of 300; returns its id. */
  deposit: (request?: Record<string, unknown>) => Promise<string>;
  /** Begins a deposit and sends it to its provider's page; `gained` counts from then on. */
  start: () => Promise<string>;
  send: (id: string, more?: { provider?: string; lang?: string }) => Promise<Told<{ redirect_url: string | null }>>;
  show: (id: string) => Promise<Told<TransactionDetails>>;
  statusOf: (id: string) => Promise<TransactionDetails['transaction_status'] | undefined>;
  cancel: (id: string) => Promise<Told<TransactionDetails>>;
  balance: () => Promise<number>;
  /** Restarts the count of `gained`. */
  count: () => Promise<void>;
  /**
   * How much the balance has grown since the count began, to the nearest whole unit; still works after the customer has
   * logged in again.
   */
  gained: () => Promise<number>;
}

export interface PayingFloor {
  shop: TestApp;
  provider: MoodyProvider;
  payer: (email?: string) => Promise<Payer>;
  /** Sends a report as the provider does, and processes it; returns the status of the answer. */
  report: (report: MoodyReport, path?: string) => Promise<number>;
  booksHold: () => Promise<boolean>;
  close: () => Promise<void>;
}

export async function openPayingFloor(env: Record<string, string> = {}): Promise<PayingFloor> {
  const provider = await startMoodyProvider();
  const shop = await createTestApp({ env: { ...provider.env, ...env } });
  const counts = new Map<string, { from: number }>();
  return {
    ...{ shop, provider },
    async payer(email = 'demo@example.com') {
      const counted = counts.get(email) ?? { from: NaN };
      counts.set(email, counted);
      return payerOf(shop, (await shop.logIn(email)).accessToken, counted);
    },
    async report(report, path = '/api/transaction/update/moody') {
      const response = await fetch(`${shop.url}${path}`, { method: 'POST', ...writeReport(report) });
      await response.arrayBuffer();
      await shop.app.payments.work();
      return response.status;
    },
    booksHold: async () => (await verifyLedger(shop.app.database)).holds,
    async close() {
      provider.mood = friendly;
      await shop.close();
      await provider.close();
    },
  };
}

function payerOf(shop: TestApp, accessToken: string, counted: { from: number }): Payer {
  async function ask<Data>(call: Call<unknown, unknown, Data>, body: unknown): Promise<Told<Data>> {
    const answer = await shop.call(call, { accessToken, body });
    return told(answer.status, answer.body);
  }
  const create: Payer['create'] = (request) =>
    ask(createTransaction, { method: 1, amount: 300, request_id: randomUUID(), ...request });
  const payer: Payer = {
    ...{ accessToken, create },
    async deposit(request) {
      const { data, code } = await create(request);
      if (!data) throw new Error(`A deposit was refused: ${String(code)}`);
      return data.transaction_id;
    },
    async start() {
      await payer.count();
      const order = await payer.deposit();
      const { data } = await payer.send(order);
      if (!data?.redirect_url?.includes(order)) throw new Error('A deposit was led to no page of its provider');
      return order;
    },
    send(id, { provider = 'moody', ...more } = {}) {
      const call = { ...sendTransaction, path: `/api/transaction/send/${provider}` } as const;
      return ask(call as unknown as Call<unknown, unknown, { redirect_url: string | null }>, {
        transaction_id: id,
        ...more,
      });
    },
    show: (id) => ask(getTransaction, { transaction_id: id }),
    statusOf: async (id) => (await payer.show(id)).data?.transaction_status,
    cancel: (id) => ask(cancelTransaction, { transaction_id: id }),
    async balance() {
      const { data } = await ask(getBalance, {});
      return data?.balance.balance ?? NaN;
    },
    async count() {
      counted.from = await payer.balance();
    },
    gained: async () => Math.round((await payer.balance()) - counted.from),
  };
  return payer;
}

function told<Data>(status: number, body: Envelope<Data>): Told<Data> {
  if (body.status === 'success') return { status, data: body.data };
  const { code, fields } = body.error;
  return { status, code, fields };
}
