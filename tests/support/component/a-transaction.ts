import type { TransactionDetails } from '../../../src/lib/contract/payments/payment-entities.ts';

/** A pending card deposit, as its customer sees it. */
export function aTransaction(changes: Partial<TransactionDetails> = {}): TransactionDetails {
  return {
    ...{ transaction_id: '0192f0c4-7a6e-7c1e-b7a0-5f2a9e6c1d33', amount: 1250, transaction_type: 'Card deposit' },
    ...{ transaction_type_id: 1, created_at: '2026-03-01T09:30:00.000Z', comments: null, steps: [], reason: null },
    ...{ transaction_status: 'pending', stage: 'pending', asked_amount: null, provider: 'till', started: 1 },
    ...{ cancellable: 1, checked_by_hand: 0 },
    ...changes,
  };
}
