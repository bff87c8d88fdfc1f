import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { beginDeposit, continueDeposit, lastAttempt } from '../../../src/stores/payments/deposit.ts';
import { $session } from '../../../src/stores/session.ts';
import { openPage, problem, success } from './page-of-customer.ts';

const request = { method: { method: 1, kind: 'send', provider: 'cards' }, amount: 250, locale: 'de' } as const;
const create = '/api/transactions/create';
const send = '/api/transaction/send/cards';
const show = '/api/transactions/show';
const paidAt = success({ redirect_url: 'https://pay.example/1' });

let page: ReturnType<typeof openPage>;
/** The answer to a request for a payment page. */
let sent: unknown;
/** The answer to a request for the state of the first deposit. */
let shown: unknown;

beforeEach(() => {
  [sent, shown] = [paidAt, null];
  page = openPage(({ path, body }) => {
    if (path === create) return success({ transaction_id: `of ${String(body['request_id'])}` });
    return path === send ? sent : shown;
  });
});
afterEach(() => {
  $session.set(null);
  vi.unstubAllGlobals();
});

const requestIds = () => page.bodiesOf(create).map(({ request_id: id }) => id);
const idOf = (at: number) => `of ${String(requestIds()[at])}`;
const details = (status: string) => success({ transaction_id: 'x', transaction_status: status });

test('the same request again is the same deposit, in the language of the page', async () => {
  await beginDeposit(request);
  expect(await beginDeposit(request)).toEqual({
    ok: true,
    transactionId: idOf(0),
    redirectUrl: 'https://pay.example/1',
  });
  expect(requestIds()[1]).toBe(requestIds()[0]);
  expect(page.bodiesOf(create)[0]).toMatchObject({ method: 1, provider: 'cards', amount: 250, lang: 'de' });
  await beginDeposit({ ...request, amount: 251 });
  expect(requestIds()[2]).not.toBe(requestIds()[0]);
});

test.each(['declined', 'cancelled'])('if the first was %s another one is started', async (status) => {
  await beginDeposit(request);
  sent = problem('TRANSACTION_CLOSED');
  shown = details(status);
  page.answer = ((before) => (asked) => {
    const told = before(asked);
    // Once the first deposit has been asked about, the provider returns a payment page again.
    if (asked.path === show) sent = paidAt;
    return told;
  })(page.answer);
  expect(await beginDeposit(request)).toMatchObject({ ok: true, transactionId: idOf(2) });
  expect(requestIds()[2]).not.toBe(requestIds()[0]);
});

test('if the first was paid none is started, and its result is reported once', async () => {
  await beginDeposit(request);
  sent = problem('TRANSACTION_CLOSED');
  shown = details('approved');
  expect(await beginDeposit(request)).toEqual({
    ok: true,
    transactionId: idOf(0),
    redirectUrl: null,
    isDecided: true,
  });
  expect(requestIds()).toHaveLength(2);
  expect(page.bodiesOf(show)).toEqual([{ transaction_id: idOf(0) }]);
  // A customer who has been told this may deposit the same amount again.
  expect(lastAttempt()).toBeNull();
});

test.each([
  ['is checked by the broker', () => details('pending')],
  ['is not known to have been paid', () => null],
])('if the first %s none is started, however often it is tried', async (_, answer) => {
  await beginDeposit(request);
  sent = problem('TRANSACTION_CLOSED');
  shown = answer();
  for (let tries = 0; tries < 3; tries += 1)
    expect(await beginDeposit(request)).toMatchObject({ transactionId: idOf(0), isDecided: true });
  expect(new Set(requestIds()).size).toBe(1);
});

describe('another request on the same page', () => {
  const cancel = '/api/transactions/cancel';
  const stage = (word: string) => success({ transaction_id: 'x', transaction_status: 'pending', stage: word });

  test.each(['opened', 'not_started'])('replaces the former one that is %s', async (word) => {
    await beginDeposit(request);
    shown = stage(word);
    expect(await beginDeposit({ ...request, amount: 350 })).toMatchObject({ ok: true, transactionId: idOf(1) });
    expect(page.bodiesOf(cancel)).toEqual([{ transaction_id: idOf(0) }]);
  });

  test.each(['pending', 'approved', 'declined'])('keeps the former one that is %s', async (word) => {
    await beginDeposit(request);
    shown = stage(word);
    await beginDeposit({ ...request, amount: 350 });
    expect(page.bodiesOf(cancel)).toEqual([]);
  });

  test('keeps the former one if it fails itself', async () => {
    await beginDeposit(request);
    [sent, shown] = [problem('UNAVAILABLE'), stage('opened')];
    await beginDeposit({ ...request, amount: 350 });
    expect(page.bodiesOf(cancel)).toEqual([]);
  });

  test('is started even if the former one cannot be cancelled', async () => {
    await beginDeposit(request);
    shown = null;
    expect(await beginDeposit({ ...request, amount: 350 })).toMatchObject({ ok: true, transactionId: idOf(1) });
    expect(page.bodiesOf(cancel)).toEqual([]);
  });
});

test('a started deposit can be continued, and its state is reported if it can no longer be paid', async () => {
  const begun = { transactionId: 'x', provider: 'cards', locale: 'de' };
  expect(await continueDeposit(begun)).toEqual({ ok: true, transactionId: 'x', redirectUrl: 'https://pay.example/1' });
  sent = problem('TRANSACTION_CLOSED');
  expect(await continueDeposit(begun)).toMatchObject({ ok: true, redirectUrl: null, isDecided: true });
  sent = problem('UNAVAILABLE');
  expect(await continueDeposit(begun)).toMatchObject({ ok: false, isBegun: true });
  expect(requestIds()).toEqual([]);
});
