import { computed } from 'nanostores';
import type { Transaction } from '../../lib/contract/accounts/account-entities.ts';
import { typeIds } from '../../lib/transactions/transaction-types.ts';
import { $transactions } from '../transactions/transactions.ts';

/** Those that this page has shown: how one of them ended is shown too. */
const seen = new Set<string>();

/** The withdrawals that are under way or were when this page was opened, newest first. */
export const $openWithdrawals = computed($transactions, (list): readonly Transaction[] => {
  if (list.status !== 'ready') return [];
  const own = list.transactions.filter(({ transaction_type_id: type }) => type === typeIds.withdrawal);
  for (const { transaction_id: id, stage } of own) if (stage === 'pending' || stage === 'approved') seen.add(id);
  return own.filter(({ transaction_id: id }) => seen.has(id));
});
