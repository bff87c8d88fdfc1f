import type { PaymentMethod, TransactionDetails } from '../../../src/lib/contract/payments/payment-entities.ts';
import { at } from './money.ts';

/** Deposits in every state, newest first except the last two. */

function one(number: number, change: Partial<TransactionDetails>): TransactionDetails {
  return {
    ...{ transaction_id: `0192f0c4-7a6e-7c1e-b7a0-00000000000${number}`, created_at: at(20 - number) },
    ...{ amount: 300, transaction_type: 'Card deposit', transaction_type_id: 1 },
    ...{ transaction_status: 'pending', stage: 'pending', steps: [{ step: 'requested', at: at(1) }] },
    ...{ asked_amount: null, provider: 'sandbox', started: 0, comments: null, cancellable: 1 },
    ...{ checked_by_hand: 0, reason: null },
    ...change,
  };
}

function ended(stage: 'declined' | 'cancelled' | 'approved'): Partial<TransactionDetails> {
  const steps: TransactionDetails['steps'] = [
    { step: 'requested', at: at(1) },
    { step: stage, at: at(2) },
  ];
  return { transaction_status: stage, stage, cancellable: 0, steps };
}

/** A deposit for each state, by the state's name. */
export const states = {
  pending: one(1, {}),
  notStarted: one(2, { stage: 'not_started' }),
  opened: one(9, { amount: 410, stage: 'opened' }),
  transfer: one(3, { amount: 1_250.5, transaction_type: 'Bank deposit', transaction_type_id: 2, provider: 'our-bank' }),
  droppedLink: one(0, { transaction_type: 'Bank deposit', transaction_type_id: 2, provider: 'gone-pay', started: 1 }),
  held: one(4, { checked_by_hand: 1, cancellable: 0 }),
  otherAmount: one(5, { ...ended('approved'), amount: 900, asked_amount: 1_000, reason: 'Your bank deducted a fee.' }),
  declined: one(6, { ...ended('declined'), reason: "The card isn't in your name." }),
  cancelled: one(7, ended('cancelled')),
  manual: one(8, { ...ended('approved'), transaction_type: 'Manual deposit', transaction_type_id: 11, provider: null }),
} satisfies Record<string, TransactionDetails>;

export const bank: PaymentMethod = {
  ...{ method: 2, kind: 'bank', provider: 'our-bank', label: 'Bank', icon: 'bank', simulated: 0, by_hand: 1 },
  account: [
    { name: 'Recipient', names: { de: 'Empfänger' }, value: 'Broker Ltd' },
    { name: 'IBAN', value: 'DE02 1203 0000 0000 2020 51' },
  ],
};
