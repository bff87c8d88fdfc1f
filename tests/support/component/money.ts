import { vi } from 'vitest';
import type { Locator } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import type { Transaction } from '../../../src/lib/contract/accounts/account-entities.ts';
import { getTransactions } from '../../../src/lib/contract/accounts/account-endpoints.ts';
import { getPaymentOptions, getTransaction } from '../../../src/lib/contract/payments/payment-endpoints.ts';
import type { PaymentOptions, TransactionDetails } from '../../../src/lib/contract/payments/payment-entities.ts';
import type { FakeServer } from './fake-server.ts';
import { sockets } from './fake-socket.ts';
import type { FakeSocket } from './fake-socket.ts';
import { resetStores } from './fresh-nanostores.ts';

/** What the pages of money ask their server for, as the test plays it. */

export const card: PaymentOptions['methods'][number] = {
  ...{ method: 1, kind: 'send', provider: 'sandbox', label: 'Card', icon: 'card', simulated: 1, by_hand: 0 },
};

export function someOptions(changes: Partial<PaymentOptions> = {}): PaymentOptions {
  return {
    ...{ methods: [card], currency: 'EUR', minimum_deposit: 250, maximum_deposit: 100_000 },
    ...{ withdrawable: 1_000, reserved: 0, invested: 0, bonus: 0, credit: 0, opened: [] },
    ...changes,
  };
}

let count = 0;

/** Ids are never used again: stores of the page remember what they have shown. */
export function freshId(): string {
  count += 1;
  return `${String(count).padStart(8, '0')}-6f0e-4f51-9f1b-1d3c1a6f0a01`;
}

export const at = (day: number) => new Date(Date.UTC(2026, 2, day, 9, 30)).toISOString();

/** A withdrawal of 250.50 that was asked for on 1 March. */
export function aWithdrawal(changes: Partial<TransactionDetails> = {}): TransactionDetails {
  return {
    ...{ transaction_id: freshId(), created_at: at(1), amount: -250.5 },
    ...{ transaction_type: 'Withdrawal', transaction_type_id: 6, transaction_status: 'pending', stage: 'pending' },
    ...{ steps: [{ step: 'requested', at: at(1) }], asked_amount: null, provider: null, started: 0 },
    ...{ comments: 'To my account', cancellable: 1, checked_by_hand: 0, reason: null },
    ...changes,
  };
}

/** What a withdrawal is after so many steps of its way. */
export function afterSteps(...steps: TransactionDetails['steps'][number]['step'][]): Partial<TransactionDetails> {
  const last = steps.at(-1) ?? 'requested';
  const stage = last === 'requested' || last === 'checked' ? 'pending' : last;
  const status = stage === 'sent' || stage === 'returned' ? 'approved' : stage;
  return {
    ...{ stage, transaction_status: status, cancellable: stage === 'pending' ? 1 : 0 },
    steps: (['requested', ...steps.filter((step) => step !== 'requested')] as const).map((step, index) => ({
      step,
      at: at(1 + index),
    })),
  };
}

/**
 * Answers for the transactions of the customer, each with its details; what is changed in the list is told at the next
 * question.
 */
export function serveTransactions(server: FakeServer, all: readonly (Transaction | TransactionDetails)[]): void {
  server.answerBy(getTransactions, () => [...all]);
  server.answerBy(getTransaction, ({ body }) => {
    const { transaction_id: id } = body as { transaction_id: string };
    const found = all.find((one) => one.transaction_id === id);
    if (!found || !('steps' in found)) throw new Error(`there are no details of ${id}`);
    return found;
  });
}

export function serveMoney(
  server: FakeServer,
  all: readonly (Transaction | TransactionDetails)[],
  options: Partial<PaymentOptions> = {},
): void {
  serveTransactions(server, all);
  server.answer(getPaymentOptions, someOptions(options));
}

/** The line by which the page hears of news, once it has opened it. */
export function customerLine(): Promise<FakeSocket> {
  return vi.waitFor(() => {
    const line = sockets.at(-1);
    if (!line) throw new Error('the page has opened no line');
    return line;
  });
}

/** Leaves the page, as whoever loads it again does: its place in the history of the tab is the same. */
export async function leavePage(): Promise<void> {
  await cleanup();
  resetStores();
  sockets.length = 0;
}

/** The stops of a way, as `Requested done`. */
export function stopsOf(part: Locator): string[] {
  const stops = part.getByRole('list', { name: 'The way of this transaction' }).getByRole('listitem').elements();
  return stops.map(
    (stop) => `${stop.querySelector('span')?.textContent ?? ''} ${(stop as HTMLElement).dataset.state ?? ''}`,
  );
}

/** What cells say, from top to bottom, with each white space as one blank. */
export function textsOf(cells: Locator): string[] {
  return cells.elements().map((cell) => ((cell as HTMLElement).innerText || '').replace(/\s+/g, ' ').trim());
}
