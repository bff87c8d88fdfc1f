import { describe, expect, test } from 'vitest';
import { judgeReferral, mailboxOf } from '../../../src/server/affiliates/rules/judge-referral.ts';

const newcomer = { email: 'ada@example.com', phone: '+442079460018' };
const referrer = { email: 'partner@example.com', phone: '+4930901820' };
const judge = (more: Partial<Parameters<typeof judgeReferral>[0]> = {}) =>
  judgeReferral({ newcomer, referrer, hasEarlier: false, ...more });

describe('whether a referral counts', () => {
  test('it counts for a new person', () => {
    expect(judge()).toBeNull();
  });

  test.each([
    ['the same email', { email: 'ada@example.com', phone: null }],
    ['the same email in capitals', { email: 'Ada@Example.COM', phone: null }],
    ['the same mailbox', { email: 'ada+sales@example.com', phone: null }],
    ['the same number', { email: 'partner@example.com', phone: '+442079460018' }],
  ])('it does not count if newcomer and referrer have %s', (_, one) => {
    expect(judge({ referrer: one })).toBe('self');
  });

  test('it does not count for somebody who had an account before', () => {
    expect(judge({ hasEarlier: true })).toBe('duplicate');
  });

  test('the fault `self` is reported before `duplicate`', () => {
    expect(judge({ referrer: newcomer, hasEarlier: true })).toBe('self');
  });

  test('accounts without a phone number do not match each other', () => {
    const [one, other] = [
      { email: 'a@example.com', phone: null },
      { email: 'b@example.com', phone: null },
    ];
    expect(judge({ newcomer: one, referrer: other })).toBeNull();
  });
});

test.each([
  ['ada@example.com', 'ada@example.com'],
  ['Ada+X@Example.com', 'ada@example.com'],
  ['ada+a+b@example.com', 'ada@example.com'],
  ['ada@ex+ample.com', 'ada@ex+ample.com'],
  ['+@example.com', '@example.com'],
])('mail to %s arrives at %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
