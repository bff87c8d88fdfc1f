import { useStore } from '@nanostores/react';
import type { TransactionDetails } from '../../lib/contract/payments/payment-entities.ts';
import type { TrackStop } from '../../lib/transactions/transaction-track.ts';
import { trackKindOf } from '../../lib/transactions/transaction-track.ts';
import { $paymentOptions } from '../../stores/payments/options.ts';
import { useList } from '../lists/list-context.ts';
import { methodOf } from './method-of.ts';

/** What a stop on the way of a transaction is called, in the language of the page. */
export function useStopName(details: TransactionDetails): (stop: TrackStop) => string {
  const { t } = useList();
  const { transaction_type_id: typeId, checked_by_hand: isChecked } = details;
  const method = methodOf(details, useStore($paymentOptions, { ssr: 'initial' }));
  const kind = trackKindOf(typeId);
  return ({ step, state }) => {
    if (state === 'idle') return details.stage === 'opened' ? t('tracker.opened') : t('tracker.notStarted');
    if (state === 'end') return t(`tracker.end.${step}`);
    if (kind === 'withdrawal') return t(`tracker.withdrawal.${step}.${state}`);
    if (kind === 'booking') return t(`tracker.booking.${step}`);
    if (state !== 'now') return t(`tracker.deposit.${step}.${state}`);
    // Whatever was looked at before: it is not the customer's money that is waited for.
    if (isChecked === 1) return t('tracker.deposit.checked.now');
    return isTransfer(details, method?.kind) ? t('tracker.transfer') : t(`tracker.deposit.${step}.now`);
  };
}

/** Of a method that is not offered any more its type tells most, and whether anybody was asked. */
function isTransfer({ transaction_type_id: typeId, started }: TransactionDetails, kind: string | undefined): boolean {
  return kind === undefined ? typeId === 2 && started === 0 : kind === 'bank';
}
