import { describe, expect, test } from 'vitest';
import { isNewCustomer, nextStep, stepStates, stepToVerify } from '../../../src/lib/contract/accounts/first-steps.ts';
import type { User } from '../../../src/lib/contract/entities.ts';
import { demoUser } from '../../support/demo-user.ts';

const details = {
  ...{ phone: '+436601234567', birth_date: '1990-05-17', country_id: 40, state: 'Wien', city: 'Wien' },
  ...{ street: 'Ring 1', zip_code: '1010' },
};
const newcomer: User = { ...demoUser, verified_account: 0, has_deposit: 0, has_traded: 0 };
const known: User = { ...newcomer, ...details };

const documents = (...statuses: string[]) => {
  const [passport, address, front, back] = statuses.map((status) => JSON.stringify({ status, note: null }));
  return { doc_passport: passport, doc_address: address, doc_funding_front: front, doc_funding_back: back } as User;
};

describe('the first steps of a customer', () => {
  test('begin with the profile', () => {
    const states = stepStates(newcomer);
    expect(states).toEqual({ profile: 'open', documents: 'open', deposit: 'open', trade: 'open' });
    expect(nextStep(states)).toBe('profile');
    expect(stepToVerify(newcomer)).toBe('profile');
  });

  test.each([
    [['0', '0', '0', '0'], 'open', 'documents'],
    [['1', '2', '1', '0'], 'open', 'documents'],
    [['1', '2', '1', '1'], 'review', 'deposit'],
    [['2', '2', '2', '2'], 'review', 'deposit'],
    [['1', '3', '0', '0'], 'rejected', 'documents'],
  ])('with documents in the states %j the step is %s, and %s is next', (statuses, state, next) => {
    const states = stepStates({ ...known, ...documents(...statuses), verified_account: 0 });
    expect(states.documents).toBe(state);
    expect(nextStep(states)).toBe(next);
    expect(stepToVerify(known)).toBe('documents');
  });

  test('leave only waiting while a paid customer’s documents are checked', () => {
    const states = stepStates({ ...known, ...documents('1', '1', '1', '1'), has_deposit: 1 });
    expect(nextStep(states)).toBeNull();
  });

  test('end with the first trade', () => {
    const verified: User = { ...known, verified_account: 1, has_deposit: 1 };
    expect(nextStep(stepStates(verified))).toBe('trade');
    expect(isNewCustomer(verified)).toBe(true);
    expect(isNewCustomer({ ...verified, has_traded: 1 })).toBe(false);
  });
});
