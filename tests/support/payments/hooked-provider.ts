import { createHmac } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A provider's report of a payment. A repeat has the same `event`. */
export interface Report {
  event: string;
  order?: string;
  reference?: string;
  status: 'paid' | 'failed' | 'refunded' | 'waiting';
  /** Minor units. */
  amount: number;
  currency?: string;
}

export interface SignedReport {
  body: string;
  headers: Record<string, string>;
}

/** A provider of card payments and a bank account, as a broker configures them. */
export interface HookedProvider {
  name: 'hooked';
  /** The environment variables by which a server offers it. */
  env: Record<string, string>;
  /** The orders that it received but has not answered, while it is slow. */
  held: string[];
  /** The orders for which it has named a page. */
  begun: ReadonlySet<string>;
  /** From now on it answers no order until `answerAll` is called. */
  beSlow: () => void;
  answerAll: () => void;
  close: () => Promise<void>;
}

const secret = 'what only the provider knows';

/** Signs a report as the provider does or, if `forged`, with somebody else's key. */
export function signReport(report: Report, { forged = false } = {}): SignedReport {
  const body = JSON.stringify({ currency: 'EUR', ...report });
  const signature = createHmac('sha256', forged ? 'a guess' : secret)
    .update(body)
    .digest('hex');
  return { body, headers: { 'content-type': 'application/json', 'x-signature': signature } };
}

/** Sends a report to the server; returns the status of the answer. */
export async function sendReport(url: string, { body, headers }: SignedReport): Promise<number> {
  const response = await fetch(`${url}/api/transaction/update/hooked`, { method: 'POST', headers, body });
  await response.arrayBuffer();
  return response.status;
}

function describe(url: string) {
  const facts = { order: '{order_id}', amount: '{amount}', currency: '{currency}' };
  const sign = { algorithm: 'sha256', kind: 'hmac', in: 'header', name: 'x-signature', over: 'body' };
  const paths = { event: 'event', order: 'order', reference: 'reference', amount: 'amount' };
  const outcomes = { paid: ['paid'], failed: ['failed'], refunded: ['refunded'] };
  return [
    {
      ...{ name: 'hooked', kind: 'send', method: 1, label: 'Card', icon: 'card', unit: 'minor' },
      start: { url, encoding: 'json', headers: {}, fields: facts, redirect: 'url', reference: 'id' },
      webhook: { sign, ...paths, currency: 'currency', status: 'status', outcomes },
    },
    {
      name: 'our-bank',
      kind: 'bank',
      method: 2,
      label: 'Bank',
      icon: 'bank',
      account: [{ name: 'IBAN', value: 'DE00' }],
    },
  ];
}

/** Starts the provider on a port of its own. Its reference for an order is `ref-` followed by our id. */
export async function startHookedProvider(): Promise<HookedProvider> {
  const held = new Map<string, () => void>();
  const begun = new Set<string>();
  let isSlow = false;
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const { order } = JSON.parse(body) as { order: string };
      const answer = () => {
        held.delete(order);
        begun.add(order);
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ id: `ref-${order}`, url: `https://pay.example/${order}` }));
      };
      if (isSlow) held.set(order, answer);
      else answer();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const folder = await mkdtemp(join(tmpdir(), 'hooked-provider-'));
  const file = join(folder, 'payments.json');
  await writeFile(file, JSON.stringify(describe(`http://127.0.0.1:${(server.address() as AddressInfo).port}/orders`)));
  return {
    name: 'hooked',
    begun,
    env: { PAYMENTS_FILE: file, PAYMENT_SECRET_HOOKED: secret, ALLOW_SIMULATED_MARKET: 'on' },
    get held() {
      return [...held.keys()];
    },
    beSlow: () => void (isSlow = true),
    answerAll() {
      isSlow = false;
      held.forEach((answer) => answer());
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
