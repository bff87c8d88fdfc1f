import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteCalledOff, requestWithdrawal } from '../../../src/stores/payments/withdrawal.ts';
import { isOpenAttempt, openAttempt } from '../../../src/stores/payments/withdrawal-attempt.ts';
import { $session, beginSession } from '../../../src/stores/session.ts';
import { demoUser } from '../../support/demo-user.ts';
import { openPage, problem, success } from './page-of-customer.ts';

const create = '/api/transactions/create';
const known = { amount: 300, comments: 'To my account' };
const wish = { ...known, locale: 'de' };
const taken = success({ transaction_id: 'one' });

let page: ReturnType<typeof openPage>;
/** What is answered to each wish, in turn; then that it was taken. */
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

test.each([null, problem('INTERNAL')])('a wish whose answer is lost is asked for once more by itself', async (lost) => {
  answers = [lost];
  expect(await requestWithdrawal(wish)).toEqual({ ok: true, transactionId: 'one' });
  expect(page.bodiesOf(create)[1]).toMatchObject({ method: 'withdraw', amount: -300, lang: 'de' });
  expect(requestIds()).toHaveLength(2);
  expect(new Set(requestIds()).size).toBe(1);
  expect(openAttempt()).toBeNull();
});

test('what is not answered then is known after a reload, and the same again is the same wish', async () => {
  answers = [null, null];
  expect(await requestWithdrawal(wish)).toMatchObject({ ok: false, problem: { code: 'UNAVAILABLE' } });
  expect(openAttempt()).toMatchObject(known);
  expect(isOpenAttempt(wish)).toBe(true);
  expect(isOpenAttempt({ ...wish, comments: 'To another one' })).toBe(false);
  await requestWithdrawal(wish);
  expect(requestIds()).toHaveLength(3);
  expect(new Set(requestIds()).size).toBe(1);
  expect(openAttempt()).toBeNull();
  await requestWithdrawal(wish);
  expect(requestIds()[3]).not.toBe(requestIds()[0]);
});

test('a wish that is another one is sent as another one', async () => {
  answers = [null, null];
  await requestWithdrawal(wish);
  await requestWithdrawal({ ...wish, amount: 301 });
  expect(requestIds()[2]).not.toBe(requestIds()[0]);
});

test('what the server refuses for good is not asked for again', async () => {
  answers = [problem('INSUFFICIENT_FUNDS')];
  expect(await requestWithdrawal(wish)).toMatchObject({ ok: false, problem: { code: 'INSUFFICIENT_FUNDS' } });
  expect(requestIds()).toHaveLength(1);
  expect(openAttempt()).toBeNull();
});

test('what was not answered stays so where the next answer says nothing about it', async () => {
  answers = [null, problem('TOO_MANY_REQUESTS'), problem('TOO_MANY_REQUESTS')];
  await requestWithdrawal(wish);
  expect(isOpenAttempt(wish)).toBe(true);
  await requestWithdrawal(wish);
  expect(isOpenAttempt(wish)).toBe(true);
  answers = [problem('SECOND_FACTOR_REQUIRED')];
  await requestWithdrawal(wish);
  expect(openAttempt()).toBeNull();
});

test('nobody is shown what somebody else has asked for, and nobody what is older than a day', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  answers = [null, null];
  await requestWithdrawal(wish);
  beginSession({ access_token: 'other', user: { ...demoUser, uniqid: 'other' } });
  expect(openAttempt()).toBeNull();
  beginSession({ access_token: 'token', user: demoUser });
  expect(openAttempt()).not.toBeNull();
  vi.advanceTimersByTime(24 * 60 * 60 * 1000);
  expect(openAttempt()).toBeNull();
});

test('one that was called off is asked for anew', async () => {
  answers = [null, null];
  await requestWithdrawal(wish);
  noteCalledOff({ amount: -299 });
  expect(isOpenAttempt(wish)).toBe(true);
  noteCalledOff({ amount: -300 });
  await requestWithdrawal(wish);
  expect(requestIds()[2]).not.toBe(requestIds()[0]);
});
