import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { PaymentMethod, TransactionDetails } from '../../lib/contract/payments/payment-entities.ts';
import { cancelDeposit, loadDeposit } from '../../stores/payments/deposit-return.ts';
import { $paymentOptions } from '../../stores/payments/options.ts';
import { $session } from '../../stores/session.ts';
import { Button } from '../shared/button.tsx';
import { isContinuable, useContinuing } from '../tracker/use-continuing.ts';
import { useReturn } from './return-context.ts';
import type { ReturnStage } from './return-context.ts';
import styles from './return.module.css';

interface OutcomeWaysProps {
  stage: ReturnStage;
  transaction: TransactionDetails | undefined;
  /** Called when the customer has cancelled the deposit. */
  onCancelled: () => void;
}

/** The next actions, the most likely first. */
export function OutcomeActions({ stage, transaction, onCancelled }: OutcomeWaysProps) {
  const { t, paths } = useReturn();
  const platform = { href: paths.platform, label: t('deposit.return.ways.platform') };
  const again = { href: paths.deposit, label: t('deposit.return.ways.again') };
  const all = { href: paths.transactions, label: t('deposit.return.ways.transactions') };
  const contact = { href: paths.contact, label: t('deposit.return.ways.contact') };
  const documents = { href: paths.documents, label: t('deposit.return.ways.documents') };
  const isVerified = useStore($session, { ssr: () => null })?.user.verified_account !== 0;
  const options = useStore($paymentOptions, { ssr: 'initial' });
  const methods = options.status === 'ready' ? options.options.methods : [];
  const method = methods.find(({ provider }) => provider === transaction?.provider);
  const links = linksOf();
  return (
    <div className={styles.ways}>
      {links.map(({ href, label }, index) => (
        <a key={href} href={href} data-first={index === 0 || undefined}>
          {label}
        </a>
      ))}
      {isOpen(stage) && transaction && method && isContinuable(transaction, method) && (
        <Continue id={transaction.transaction_id} method={method} onDecided={onCancelled} />
      )}
      {isOpen(stage) && transaction?.cancellable === 1 && (
        <Cancel id={transaction.transaction_id} onCancelled={onCancelled} />
      )}
    </div>
  );

  function linksOf() {
    switch (stage) {
      case 'loading':
        return [];
      case 'declined':
      case 'cancelled':
      case 'unknown':
      case 'unstarted':
        return [again, contact, all];
      case 'checked':
        return [platform, contact, all];
      case 'approved':
        return isVerified ? [platform, all] : [documents, platform, all];
      default:
        return [platform, all];
    }
  }
}

const isOpen = (stage: ReturnStage) => stage === 'pending' || stage === 'byHand' || stage === 'unstarted';

interface ContinueProps {
  id: string;
  method: PaymentMethod;
  onDecided: () => void;
}

/** Takes customers who returned without paying back to the payment page. */
function Continue({ id, method, onDecided }: ContinueProps) {
  const { t, locale, paths } = useReturn();
  const { isBusy, isRefused, goOn } = useContinuing({
    ...{ transactionId: id, method, locale, depositPath: paths.deposit },
    onDecided: () => void loadDeposit(id).then(onDecided),
  });
  return (
    <>
      <Button isLoading={isBusy} onClick={goOn}>
        {t('deposit.page.open')}
      </Button>
      {isRefused && (
        <p className={styles.refusal} role="alert">
          {t('deposit.refusal.provider')}
        </p>
      )}
    </>
  );
}

/**
 * Lets customers who did not pay cancel without waiting for the provider. If they paid after all, the deposit is still
 * credited.
 */
function Cancel({ id, onCancelled }: { id: string; onCancelled: () => void }) {
  const { t } = useReturn();
  const [isBusy, setIsBusy] = useState(false);
  const [isRefused, setIsRefused] = useState(false);

  async function cancel(): Promise<void> {
    setIsBusy(true);
    setIsRefused(false);
    const result = await cancelDeposit(id);
    setIsBusy(false);
    // The button is gone, so the focus moves to the outcome.
    if (result.ok || result.problem.code === 'TRANSACTION_CLOSED') onCancelled();
    else setIsRefused(true);
  }
  return (
    <>
      <Button variant="quiet" isLoading={isBusy} onClick={() => void cancel()}>
        {t('deposit.return.ways.cancel')}
      </Button>
      <p className={styles.refusal} role="alert">
        {isRefused && t('deposit.return.notCancelled')}
      </p>
    </>
  );
}
