import { expect } from 'vitest';
import { getTransaction } from '../../../src/lib/contract/payments/payment-endpoints.ts';
import { aTransaction } from '../../support/component/a-transaction.ts';
import { methods } from '../../support/component/deposit.tsx';
import type { ReturnShown } from '../../support/component/deposit-return.tsx';
import { test } from '../../support/component/deposit-return.tsx';
import { expectAccessible } from '../../support/component/accessibility.ts';

/** What the page shows for a deposit in each of its states, in every language, theme and width. */

const ended = (status: 'approved' | 'declined' | 'cancelled') =>
  aTransaction({ transaction_status: status, stage: status, cancellable: 0 });

const states: Readonly<Record<string, ReturnShown & { says: string }>> = {
  pending: { says: 'Waiting for confirmation', transaction: aTransaction() },
  checked: {
    says: "We're checking your payment",
    transaction: aTransaction({ cancellable: 0, checked_by_hand: 1 }),
  },
  'by hand': {
    says: "We're checking for your payment",
    transaction: aTransaction(),
    offered: { methods: methods.map((method) => ({ ...method, by_hand: 1 })) },
  },
  'not begun': { says: 'Deposit not started', transaction: aTransaction({ stage: 'not_started' }) },
  approved: { says: '€1,250.00 credited', transaction: ended('approved') },
  'approved, and not verified': {
    says: '€1,250.00 credited',
    transaction: ended('approved'),
    user: { verified_account: 0 },
  },
  declined: {
    says: 'Deposit declined',
    transaction: { ...ended('declined'), reason: 'The bank has refused the payment.' },
  },
  cancelled: { says: 'Deposit cancelled', transaction: ended('cancelled') },
  unknown: {
    says: "We couldn't find this deposit",
    transaction: { ...ended('approved'), transaction_type_id: 6, amount: -600 },
  },
  failed: { says: "We can't connect right now", transaction: 'unreachable' },
};

test.for(Object.entries(states))('the outcome is accessible: %s', async ([, { says, ...shown }], { showReturn }) => {
  const { outcome } = await showReturn(shown);
  await expect.element(outcome).toHaveTextContent(says);
  await expectAccessible();
});

test('the outcome is accessible: loading', async ({ server, showReturn }) => {
  const held = server.hold(getTransaction);
  const { outcome } = await showReturn();
  await expect.element(outcome).toHaveTextContent('Looking up your deposit');
  await expectAccessible();
  held.answer(aTransaction());
  await expect.element(outcome).toHaveTextContent('Waiting for confirmation');
});
