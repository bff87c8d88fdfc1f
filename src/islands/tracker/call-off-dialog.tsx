import type { TransactionDetails } from '../../lib/contract/payments/payment-entities.ts';
import { formatMoney } from '../../lib/format/format-number.ts';
import { callOff } from '../../stores/transactions/transaction-details.ts';
import { useList } from '../lists/list-context.ts';
import { AskCallOff } from './ask-call-off.tsx';

interface CallOffDialogProps {
  details: TransactionDetails;
  /** Whether it is told apart that it was done; not where the page says so. */
  isTold: boolean;
  onShut: () => void;
  onDone: () => void;
}

/** Asks once more before a transaction that is looked at closely is called off. */
export function CallOffDialog({ details, ...answers }: CallOffDialogProps) {
  const { t, locale, currency } = useList();
  return (
    <AskCallOff
      {...answers}
      t={t}
      kind={details.transaction_type_id === 6 ? 'withdrawal' : 'deposit'}
      amount={formatMoney(Math.abs(details.amount), locale, currency)}
      callOff={() => callOff(details.transaction_id)}
    />
  );
}
