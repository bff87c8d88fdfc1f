import { vi } from 'vitest';
import type { Locator } from 'vitest/browser';
import type { Transaction } from '../../../src/lib/contract/accounts/account-entities.ts';
import { getTransactions } from '../../../src/lib/contract/accounts/account-endpoints.ts';
import { getPaymentOptions, getTransaction } from '../../../src/lib/contract/payments/payment-endpoints.ts';
import type { PaymentOptions, TransactionDetails } from '../../../src/lib/contract/payments/payment-entities.ts';
import type { FakeServer } from './fake-server.ts';
import { sockets } from './fake-socket.ts';
import type { FakeSocket } from './fake-socket.ts';
import { resetStores } from './fresh-nanostores.ts';
import { removeIsland } from './show-island.ts';

/** The server's answers for the pages about money, as the test plays them. */

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

/** A new id each time, because the page's stores remember the ids that they have shown. */
export function freshId(): string {
  count += 1;
  return `${String(count).padStart(8, '0')}-6f0e-4f51-9f1b-1d3c1a6f0a01`;
}

export const at = (day: number) => new Date(Date.UTC(2026, 2, day, 9, 30)).toISOString();

/** A withdrawal of 250.50, requested on 1 March. */
export function aWithdrawal(changes: Partial<TransactionDetails> = {}): TransactionDetails {
  return {
    ...{ transaction_id: freshId(), created_at: at(1), amount: -250.5 },
    ...{ transaction_type: 'Withdrawal', transaction_type_id: 6, transaction_status: 'pending', stage: 'pending' },
    ...{ steps: [{ step: 'requested', at: at(1) }], asked_amount: null, provider: null, started: 0 },
    ...{ comments: 'To my account', cancellable: 1, checked_by_hand: 0, reason: null },
    ...changes,
  };
}

/** The fields of a withdrawal after these steps. */
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

/** Serves the customer's transactions, each with its details; a change of the list shows in the next answer. */
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

/** The connection for pushes, once the page has opened it. */
export function customerConnection(): Promise<FakeSocket> {
  return vi.waitFor(() => {
    const connection = sockets.at(-1);
    if (!connection) throw new Error('the page has opened no connection');
    return connection;
  });
}

/** Leaves the page as a reload does: the position in the tab's history stays the same. */
export function leavePage(): void {
  removeIsland();
  resetStores();
  sockets.length = 0;
}

/** The stops of a timeline, such as `Requested done`. */
export function stopsOf(part: Locator): string[] {
  const stops = part.getByRole('list', { name: 'Transaction progress' }).getByRole('listitem').elements();
  return stops.map(
    (stop) => `${stop.querySelector('span')?.textContent ?? ''} ${(stop as HTMLElement).dataset.state ?? ''}`,
  );
}

/** The texts of cells from top to bottom, with white space collapsed. */
export function textsOf(cells: Locator): string[] {
  return cells.elements().map((cell) => ((cell as HTMLElement).innerText || '').replace(/\s+/g, ' ').trim());
}
