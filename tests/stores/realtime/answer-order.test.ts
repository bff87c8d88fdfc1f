import { expect, test } from 'vitest';
import { createAnswerOrder } from '../../../src/stores/realtime/answer-order.ts';

test('answers that come in the order of their questions are all taken', () => {
  const { ask } = createAnswerOrder();
  const [first, second] = [ask(), ask()];
  expect([first(), second(), ask()()]).toEqual([true, true, true]);
});

test('an answer that comes after that of a later question is not taken', () => {
  const { ask } = createAnswerOrder();
  const [first, second] = [ask(), ask()];
  expect([second(), first()]).toEqual([true, false]);
});

test('a push is newer than all that was asked for before it, and older than what is asked for after it', () => {
  const { ask, push } = createAnswerOrder();
  const [first, second] = [ask(), ask()];
  push();
  const third = ask();
  expect([first(), second(), third()]).toEqual([false, false, true]);
});

test('a question that is never answered holds nothing up', () => {
  const { ask, push } = createAnswerOrder();
  ask();
  expect(ask()()).toBe(true);
  push();
  expect(ask()()).toBe(true);
});
