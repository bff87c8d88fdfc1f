import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { hasMissingDetails } from '../../lib/contract/accounts/missing-details.ts';
import { forgetRegistration } from '../../stores/account/registration-marker.ts';
import { $paymentOptions, loadPaymentOptions } from '../../stores/payments/options.ts';
import { followOpened } from '../../stores/payments/opened-deposits.ts';
import { $session } from '../../stores/session.ts';
import type { Shutting } from './deposit-context.ts';
import { useDeposit } from './deposit-context.ts';
import { DepositForm } from './deposit-form.tsx';
import { DepositNote, DepositSkeleton, Incomplete } from './deposit-notes.tsx';

interface DepositContentProps {
  onShutting: (shutting: Shutting) => void;
}

/** What the deposit shows: its form, or why there is none. */
export function DepositContent(props: DepositContentProps) {
  const { t, paths } = useDeposit();
  // The store's own first value is the stored session; the server's markup knows none.
  const user = useStore($session, { ssr: () => null })?.user;
  const state = useStore($paymentOptions, { ssr: 'initial' });
  const isComplete = user !== undefined && !hasMissingDetails(user);
  useEffect(() => {
    if (!isComplete) return;
    // Who has just registered has come to where that leads.
    forgetRegistration();
    return followOpened();
  }, [isComplete]);

  if (user && !isComplete) return <Incomplete />;
  if (state.status === 'loading' || !user) return <DepositSkeleton />;
  if (state.status === 'failed')
    return (
      <DepositNote
        isFault
        title={t('deposit.failed.title')}
        text={t('deposit.failed.text')}
        action={{ label: t('deposit.failed.retry'), onClick: loadPaymentOptions }}
      />
    );
  if (state.options.methods.length === 0)
    return (
      <DepositNote
        title={t('deposit.none.title')}
        text={t('deposit.none.text')}
        action={{ label: t('deposit.none.contact'), href: paths.contact }}
      />
    );
  return <DepositForm options={state.options} user={user} {...props} />;
}
