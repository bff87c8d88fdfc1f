import { expect, test } from 'vitest';
import { createAnswerOrder } from '../../../src/stores/realtime/answer-order.ts';

test('answers in the order of their requests are all used', () => {
  const { ask } = createAnswerOrder();
  const [first, second] = [ask(), ask()];
  expect([first(), second(), ask()()]).toEqual([true, true, true]);
});

test('an answer that arrives after that of a later request is ignored', () => {
  const { ask } = createAnswerOrder();
  const [first, second] = [ask(), ask()];
  expect([second(), first()]).toEqual([true, false]);
});

test('a push is newer than earlier requests, and older than later ones', () => {
  const { ask, push } = createAnswerOrder();
  const [first, second] = [ask(), ask()];
  push();
  const third = ask();
  expect([first(), second(), third()]).toEqual([false, false, true]);
});

test('a request without an answer holds nothing up', () => {
  const { ask, push } = createAnswerOrder();
  ask();
  expect(ask()()).toBe(true);
  push();
  expect(ask()()).toBe(true);
});
