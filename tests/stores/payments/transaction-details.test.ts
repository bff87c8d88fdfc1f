import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  $transactionDetails,
  cancelById,
  loadOne,
  loadShownTransactions,
  showTransaction,
} from '../../../src/stores/payments/transactions.ts';
import { $session, beginSession } from '../../../src/stores/session.ts';
import { demoUser } from '../../support/demo-user.ts';

/** A request to the server that the test answers later. */
interface Question {
  path: string;
  answer: (body: unknown) => Promise<void>;
}

const id = '3d9c1f2e-6f53-4d0c-9a3e-1c1f7f6f0a11';
let questions: Question[];
let stop: () => void;

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const told = (stage: string) => ({ status: 'success', data: { transaction_id: id, stage } });
const refused = (code: string) => ({ status: 'error', error: { code, message: code } });
const about = (path: string) => questions.filter((question) => question.path === path);
const shownStage = () => {
  const state = $transactionDetails.get()[id];
  return state?.status === 'ready' ? state.details.stage : state?.status;
};

beforeEach(() => {
  questions = [];
  vi.stubGlobal('fetch', (path: string) => {
    return new Promise<Response>((resolve) => {
      const answer = async (body: unknown) => {
        resolve(Response.json(body));
        await settled();
      };
      questions.push({ path, answer });
    });
  });
  beginSession({ access_token: 'token', user: demoUser });
  stop = showTransaction(id);
});

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  $session.set(null);
  $transactionDetails.set({});
});

test('an answer to an older request that arrives after a newer one’s is ignored', async () => {
  const [first] = questions;
  void loadOne(id);
  await questions[1]!.answer(told('approved'));
  expect(shownStage()).toBe('approved');
  await first!.answer(told('pending'));
  expect(shownStage()).toBe('approved');
});

test('the answer to a request made during the cancellation does not bring the transaction back', async () => {
  await questions[0]!.answer(told('pending'));
  const cancelled = cancelById(id);
  void loadOne(id);
  await about('/api/transactions/cancel')[0]!.answer(told('cancelled'));
  expect(await cancelled).toEqual({ ok: true });
  expect(shownStage()).toBe('cancelled');
  await about('/api/transactions/show')[1]!.answer(told('pending'));
  expect(shownStage()).toBe('cancelled');
});

test.each(['TRANSACTION_CLOSED', 'UNAVAILABLE'])(
  'if the cancellation fails with %s, the current state is loaded',
  async (code) => {
    await questions[0]!.answer(told('pending'));
    const cancelled = cancelById(id);
    await about('/api/transactions/cancel')[0]!.answer(refused(code));
    expect(await cancelled).toMatchObject({ ok: false, problem: { code } });
    await about('/api/transactions/show')[1]!.answer(told('approved'));
    expect(shownStage()).toBe('approved');
  },
);

test('a failed load is reported, and loaded details stay if a reload fails', async () => {
  await questions[0]!.answer(refused('UNAVAILABLE'));
  expect(shownStage()).toBe('failed');
  void loadOne(id);
  await questions[1]!.answer(told('pending'));
  void loadOne(id);
  await questions[2]!.answer(refused('UNAVAILABLE'));
  expect(shownStage()).toBe('pending');
});

test.each([
  ['NOT_FOUND', true],
  ['UNAVAILABLE', false],
])('after %s the load counts as done: %s', async (code, isLoaded) => {
  await questions[0]!.answer(told('pending'));
  const loading = loadShownTransactions();
  await questions[1]!.answer(refused(code));
  expect(await loading).toBe(isLoaded);
});

test('an answer after another log-in is ignored', async () => {
  beginSession({ access_token: 'another', user: demoUser });
  await questions[0]!.answer(told('pending'));
  expect(shownStage()).toBe('loading');
});
