import { randomUUID } from 'node:crypto';
import type { User } from '../../../src/lib/contract/entities.ts';
import type { Envelope } from '../../../src/lib/contract/envelope.ts';
import type { SignedReport } from '../../support/payments/hooked-provider.ts';
import { sendReport, signReport } from '../../support/payments/hooked-provider.ts';

/** The demo customer of a server that may vanish at any moment: a call without an answer returns null. */
export interface MoneyCustomer {
  token: string;
  call: <Data>(path: string, body: object) => Promise<Data | null>;
  list: () => Promise<{ transaction_id: string; transaction_status: string; amount: number }[]>;
}

export async function enterMoney(url: string): Promise<MoneyCustomer> {
  let accessToken = '';
  async function ask<Data>(path: string, body?: object): Promise<Data | null> {
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    const answer = await fetch(`${url}${path}`, init)
      .then(async (response) => (await response.json()) as Envelope<Data>)
      .catch(() => null);
    if (answer?.status === 'error') throw new Error(`${path} was refused: ${answer.error.code}`);
    return answer && answer.data;
  }
  const credentials = { email: 'demo@example.com', password: 'demo1234' };
  const entered = await ask<{ access_token: string; user: User }>('/api/accounts/login', credentials);
  if (!entered) throw new Error('The server is gone before anybody logged in');
  accessToken = entered.access_token;
  const { token } = entered.user;
  return { token, call: ask, list: async () => (await ask(`/api/transactions/get/${token}`)) ?? [] };
}

/** What was requested and which of it was acknowledged, by request id. */
export interface MoneyStream {
  deposits: Map<string, DepositNotes>;
  withdrawals: Map<string, WithdrawalNotes>;
}

interface DepositNotes {
  id: string | null;
  /** The provider's report, once the customer has paid. */
  report: SignedReport | null;
  isTaken: boolean;
}

interface WithdrawalNotes {
  id: string | null;
  isCallingOff: boolean;
  isCancelled: boolean;
}

export const depositOf = (request_id: string) => ({ method: 1, provider: 'hooked', amount: 250, request_id });
export const withdrawalOf = (request_id: string) => {
  return { method: 'withdraw', amount: -1, comments: 'To my bank', request_id };
};

interface Created {
  transaction_id: string;
}

/**
 * Makes deposits, each paid and reported twice, and withdrawals, every third of which it cancels, in several parallel
 * loops until the server is gone.
 */
export function streamMoney(url: string, customer: MoneyCustomer, loops: number) {
  const stream: MoneyStream = { deposits: new Map(), withdrawals: new Map() };

  async function deposit(): Promise<boolean> {
    const notes: DepositNotes = { id: null, report: null, isTaken: false };
    const request = randomUUID();
    stream.deposits.set(request, notes);
    const created = await customer.call<Created>('/api/transactions/create', depositOf(request));
    if (!created) return false;
    notes.id = created.transaction_id;
    const sent = await customer.call('/api/transaction/send/hooked', { transaction_id: notes.id });
    if (!sent) return false;
    notes.report = signReport({ event: request, order: notes.id, status: 'paid', amount: 25_000 });
    for (let times = 0; times < 2; times += 1) {
      const status = await sendReport(url, notes.report).catch(() => null);
      if (status === null) return false;
      notes.isTaken = true;
    }
    return true;
  }

  async function withdraw(isCallingOff: boolean): Promise<boolean> {
    const notes: WithdrawalNotes = { id: null, isCancelled: false, isCallingOff };
    const request = randomUUID();
    stream.withdrawals.set(request, notes);
    const created = await customer.call<Created>('/api/transactions/create', withdrawalOf(request));
    if (!created) return false;
    notes.id = created.transaction_id;
    if (!isCallingOff) return true;
    notes.isCancelled = (await customer.call('/api/transactions/cancel', created)) !== null;
    return notes.isCancelled;
  }

  async function loop(): Promise<void> {
    for (let count = 0; (await deposit()) && (await withdraw(count % 3 === 0)); count += 1);
  }

  return { stream, ended: Promise.all(Array.from({ length: loops }, loop)).then(() => undefined) };
}
