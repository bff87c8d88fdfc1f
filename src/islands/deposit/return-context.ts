import { createContext } from 'react';
import type { Transaction } from '../../lib/contract/accounts/account-entities.ts';
import type { PaymentOptions } from '../../lib/contract/payments/payment-entities.ts';
import type { Translate } from '../../lib/i18n/translate.ts';
import { transactionGroupOf } from '../../lib/transactions/transaction-types.ts';
import type { DepositReturnState } from '../../stores/payments/deposit-return.ts';
import { useRequired } from '../shared/use-required.ts';

/** The pages that the outcome page links to, in its language. */
export interface ReturnPaths {
  platform: string;
  deposit: string;
  transactions: string;
  contact: string;
  /** The page where an account is verified. */
  documents: string;
}

interface ReturnContextValue {
  /** Keys start with their namespace: `deposit.…`, `problems.…`, `common.…`. */
  t: Translate;
  locale: string;
  paths: ReturnPaths;
}

export const ReturnContext = createContext<ReturnContextValue | null>(null);

export function useReturn(): ReturnContextValue {
  return useRequired(ReturnContext);
}

/**
 * What the page shows. `failed`: the server cannot be reached, and nothing is known yet. `checked`: a different amount
 * from the requested one arrived, and the broker is checking it. `byHand`: no provider reports the payment, so the
 * broker checks for it. `unstarted`: the provider returned no page to pay on.
 */
export type ReturnStage =
  'loading' | 'unknown' | 'failed' | 'checked' | 'byHand' | 'unstarted' | Transaction['transaction_status'];

/** The stage of the page. A withdrawal is `unknown`, even if its id is in the URL. `methods` may be incomplete. */
export function stageOf(state: DepositReturnState, methods: PaymentOptions['methods']): ReturnStage {
  if (state.status !== 'known') return state.status;
  const { transaction_type_id: type, transaction_status: status, stage, provider, checked_by_hand } = state.transaction;
  if (transactionGroupOf(type) !== 'deposits') return 'unknown';
  if (checked_by_hand === 1) return 'checked';
  if (stage === 'not_started') return 'unstarted';
  const isByHand = methods.some((method) => method.provider === provider && method.by_hand === 1);
  return status === 'pending' && isByHand ? 'byHand' : status;
}
