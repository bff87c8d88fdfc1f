import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  noteCancelled,
  requestWithdrawal,
  isOpenAttempt,
  openAttempt,
} from '../../../src/stores/payments/withdrawal.ts';
import { $session, beginSession } from '../../../src/stores/session.ts';
import { demoUser } from '../../support/demo-user.ts';
import { openPage, problem, success } from './page-of-customer.ts';

const create = '/api/transactions/create';
const known = { amount: 300, comments: 'To my account' };
const request = { ...known, locale: 'de' };
const taken = success({ transaction_id: 'one' });

let page: ReturnType<typeof openPage>;
/** The answers to the requests, in turn; after these, every request is accepted. */
let answers: unknown[];

beforeEach(() => {
  answers = [];
  page = openPage(({ path }) => {
    if (path !== create) return problem('UNAVAILABLE');
    return answers.length > 0 ? answers.shift() : taken;
  });
});
afterEach(() => {
  $session.set(null);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const requestIds = () => page.bodiesOf(create).map(({ request_id: id }) => id);

test.each([null, problem('INTERNAL')])(
  'a request whose answer is lost is repeated once automatically',
  async (lost) => {
    answers = [lost];
    expect(await requestWithdrawal(request)).toEqual({ ok: true, transactionId: 'one' });
    expect(page.bodiesOf(create)[1]).toMatchObject({ method: 'withdraw', amount: -300, lang: 'de' });
    expect(requestIds()).toHaveLength(2);
    expect(new Set(requestIds()).size).toBe(1);
    expect(openAttempt()).toBeNull();
  },
);

test('an unanswered request is known after a reload, and a repeat is the same request', async () => {
  answers = [null, null];
  expect(await requestWithdrawal(request)).toMatchObject({ ok: false, problem: { code: 'UNAVAILABLE' } });
  expect(openAttempt()).toMatchObject(known);
  expect(isOpenAttempt(request)).toBe(true);
  expect(isOpenAttempt({ ...request, comments: 'To another one' })).toBe(false);
  await requestWithdrawal(request);
  expect(requestIds()).toHaveLength(3);
  expect(new Set(requestIds()).size).toBe(1);
  expect(openAttempt()).toBeNull();
  await requestWithdrawal(request);
  expect(requestIds()[3]).not.toBe(requestIds()[0]);
});

test('a changed request is sent as a new one', async () => {
  answers = [null, null];
  await requestWithdrawal(request);
  await requestWithdrawal({ ...request, amount: 301 });
  expect(requestIds()[2]).not.toBe(requestIds()[0]);
});

test('a final refusal is not repeated', async () => {
  answers = [problem('INSUFFICIENT_FUNDS')];
  expect(await requestWithdrawal(request)).toMatchObject({ ok: false, problem: { code: 'INSUFFICIENT_FUNDS' } });
  expect(requestIds()).toHaveLength(1);
  expect(openAttempt()).toBeNull();
});

test('an unanswered request stays open if the next answer says nothing about it', async () => {
  answers = [null, problem('TOO_MANY_REQUESTS'), problem('TOO_MANY_REQUESTS')];
  await requestWithdrawal(request);
  expect(isOpenAttempt(request)).toBe(true);
  await requestWithdrawal(request);
  expect(isOpenAttempt(request)).toBe(true);
  answers = [problem('SECOND_FACTOR_REQUIRED')];
  await requestWithdrawal(request);
  expect(openAttempt()).toBeNull();
});

test('requests of other customers, and those older than a day, are not shown', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  answers = [null, null];
  await requestWithdrawal(request);
  beginSession({ access_token: 'other', user: { ...demoUser, uniqid: 'other' } });
  expect(openAttempt()).toBeNull();
  beginSession({ access_token: 'token', user: demoUser });
  expect(openAttempt()).not.toBeNull();
  vi.advanceTimersByTime(24 * 60 * 60 * 1000);
  expect(openAttempt()).toBeNull();
});

test('after a cancellation the same input is a new request', async () => {
  answers = [null, null];
  await requestWithdrawal(request);
  noteCancelled({ amount: -299 });
  expect(isOpenAttempt(request)).toBe(true);
  noteCancelled({ amount: -300 });
  await requestWithdrawal(request);
  expect(requestIds()[2]).not.toBe(requestIds()[0]);
});
