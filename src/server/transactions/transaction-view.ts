import type { Transaction } from '../../lib/contract/accounts/account-entities.ts';
import { toMajor } from '../../lib/trading/money.ts';
import { transactionTypeName } from '../../lib/transactions/transaction-types.ts';
import type { TransactionRow } from './transaction-rows.ts';

/** The contract's transaction. Money in major units. */
export function transactionView({ id, typeId, status, stage, amountMinor, createdAt }: TransactionRow): Transaction {
  return {
    transaction_id: id,
    amount: toMajor(amountMinor),
    transaction_type: transactionTypeName(typeId),
    transaction_type_id: typeId,
    transaction_status: status,
    stage,
    created_at: createdAt.toISOString(),
  };
}
