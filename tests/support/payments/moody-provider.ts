import { createHmac, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The order that the provider receives. */
export interface MoodyOrder {
  order: string;
  amount: string;
  currency: string;
  back: string;
  hook: string;
  customer: Record<string, string>;
}

/** Answers an order; if it does not end the response, the order stays unanswered. */
export type Mood = (order: MoodyOrder, response: ServerResponse) => unknown;

/** The provider's report of a payment; a repeat has the same `event`. */
export interface MoodyReport {
  event?: string;
  order?: string;
  reference?: string;
  status: 'paid' | 'failed' | 'refunded' | 'waiting';
  /** Major units, as a text. */
  amount?: string;
  currency?: string;
}

/** A payment provider that does whatever a test says, including what no provider should do. */
export interface MoodyProvider {
  /**
   * The environment variables by which a server offers it: `moody` for cards, `moody-twin` for the other method, and
   * the bank `moody-bank`.
   */
  env: Record<string, string>;
  /** The orders that it received. */
  asked: MoodyOrder[];
  /** How it answers from now on. */
  mood: Mood;
  close: () => Promise<void>;
}

const secret = 'between the provider and the broker';

export function answerJson(response: ServerResponse, answer: unknown): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(answer));
}

/** Names a page to pay on, whose address is a new one each time. */
export const friendly: Mood = ({ order }, response) => {
  answerJson(response, { id: `ref-${order}`, url: `https://pay.example/${order}/${randomUUID()}` });
};

/** The body and headers of a report, signed with the agreed secret or, given another one, as a stranger would. */
export function writeReport(report: MoodyReport, by = secret): { body: string; headers: Record<string, string> } {
  const body = JSON.stringify({ event: randomUUID(), amount: '300.00', currency: 'EUR', ...report });
  const signature = createHmac('sha256', by).update(body).digest('hex');
  return { body, headers: { 'content-type': 'application/vnd.moody+json', 'x-moody-signature': `v1=${signature}` } };
}

function describe(url: string) {
  const customer = { 'customer.name': '{first_name} {last_name}', 'customer.country': '{country}' };
  const fields = {
    ...{ order: '{order_id}', amount: '{amount}', currency: '{currency}', back: '{return_url}', hook: '{webhook_url}' },
    ...{ ...customer, 'customer.language': '{language}', 'customer.email': '{email}' },
  };
  const sign = {
    ...{ algorithm: 'sha256', kind: 'hmac', in: 'header', name: 'X-Moody-Signature', prefix: 'v1=', over: 'body' },
  };
  const outcomes = { paid: ['paid'], failed: ['failed'], refunded: ['refunded'] };
  const paths = { event: 'event', order: 'order', reference: 'reference', amount: 'amount', currency: 'currency' };
  const kind = {
    ...{ kind: 'send', icon: 'card', unit: 'major' },
    start: { url, encoding: 'json', headers: {}, fields, redirect: 'url', reference: 'id' },
    webhook: { sign, ...paths, status: 'status', outcomes },
  };
  const bank = { kind: 'bank', account: [{ name: 'IBAN', value: 'DE00' }] };
  return [
    { ...kind, name: 'moody', method: 1, label: 'Card' },
    { ...kind, name: 'moody-twin', method: 3, label: 'Wallet' },
    { ...bank, name: 'moody-bank', method: 2, label: 'Bank transfer', icon: 'bank' },
  ];
}

/** Starts the provider on a port of its own. */
export async function startMoodyProvider(): Promise<MoodyProvider> {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const order = JSON.parse(body) as MoodyOrder;
      provider.asked.push(order);
      void provider.mood(order, response);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/orders`;
  const folder = await mkdtemp(join(tmpdir(), 'moody-provider-'));
  const file = join(folder, 'payments.json');
  await writeFile(file, JSON.stringify(describe(url)));
  const provider: MoodyProvider = {
    env: {
      PAYMENTS_FILE: file,
      PAYMENT_SECRET_MOODY: secret,
      PAYMENT_SECRET_MOODY_TWIN: secret,
      ALLOW_SIMULATED_MARKET: 'on',
    },
    asked: [],
    mood: friendly,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await rm(folder, { recursive: true, force: true });
    },
  };
  return provider;
}
