import { expect, test } from 'vitest';
import { $hiddenSteps, hideSteps } from '../../../src/stores/account/hidden-steps.ts';

test('steps that a customer has hidden stay hidden when another customer hides theirs', () => {
  hideSteps('anna');
  hideSteps('ben');
  hideSteps('anna');
  expect($hiddenSteps.get()).toEqual(['ben', 'anna']);
});

test('the newest are kept', () => {
  for (let index = 1; index <= 25; index += 1) hideSteps(`customer-${index}`);
  expect($hiddenSteps.get()).toHaveLength(20);
  expect($hiddenSteps.get().at(-1)).toBe('customer-25');
});
