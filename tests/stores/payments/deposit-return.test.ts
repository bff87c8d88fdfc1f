import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  $depositReturn,
  cancelDeposit,
  loadDeposit,
  showDeposit,
} from '../../../src/stores/payments/deposit-return.ts';
import { $session } from '../../../src/stores/session.ts';
import { openPage, problem, success } from './page-of-customer.ts';

const show = '/api/transactions/show';

/** Answers that the server holds back, by the requested id. */
let held: { id: unknown; answer: (told: unknown) => void }[];
let cancelled: unknown;

const details = (id: string, status: string) => success({ transaction_id: id, transaction_status: status });

beforeEach(() => {
  held = [];
  openPage(({ path, body }) => {
    if (path !== show) return cancelled;
    return new Promise((answer) => void held.push({ id: body['transaction_id'], answer }));
  });
  showDeposit('one');
});
afterEach(() => {
  showDeposit('');
  $session.set(null);
  vi.unstubAllGlobals();
});

test('an answer from before the cancellation does not bring the deposit back', async () => {
  const loading = loadDeposit('one');
  cancelled = details('one', 'cancelled');
  expect(await cancelDeposit('one')).toEqual({ ok: true });
  held[0]?.answer(details('one', 'pending'));
  await loading;
  expect($depositReturn.get()).toMatchObject({ status: 'known', transaction: { transaction_status: 'cancelled' } });
});

test('an answer about another deposit than the current one is not shown', async () => {
  const loading = loadDeposit('one');
  showDeposit('two');
  expect($depositReturn.get()).toEqual({ status: 'loading' });
  held[0]?.answer(details('one', 'approved'));
  expect(await loading).toBe(false);
  expect($depositReturn.get()).toEqual({ status: 'loading' });
  const next = loadDeposit('two');
  held[1]?.answer(details('two', 'pending'));
  expect(await next).toBe(true);
  expect($depositReturn.get()).toMatchObject({ transaction: { transaction_id: 'two' }, isStale: false });
  // Showing the same deposit again is a reload, not another deposit.
  showDeposit('two');
  expect($depositReturn.get()).toMatchObject({ status: 'known' });
});

test('the last state stays while the server is away, with a note that it may be old', async () => {
  const first = loadDeposit('one');
  held[0]?.answer(details('one', 'pending'));
  await first;
  const second = loadDeposit('one');
  held[1]?.answer(problem('UNAVAILABLE'));
  expect(await second).toBe(false);
  expect($depositReturn.get()).toMatchObject({ status: 'known', isStale: true });
});
