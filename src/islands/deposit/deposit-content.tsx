import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { hasMissingDetails } from '../../lib/contract/accounts/missing-details.ts';
import { forgetRegistration } from '../../stores/entry/registration-marker.ts';
import { followOpened } from '../../stores/payments/opened-deposits.ts';
import { $paymentOptions, loadPaymentOptions } from '../../stores/payments/options.ts';
import { $session } from '../../stores/session.ts';
import { Button } from '../shared/button.tsx';
import { useRetry } from '../shared/use-retry.ts';
import type { Shutting } from './deposit-context.ts';
import { useDeposit } from './deposit-context.ts';
import { DepositForm } from './deposit-form.tsx';
import styles from './deposit-notes.module.css';

interface DepositContentProps {
  onShutting: (shutting: Shutting) => void;
}

/** The deposit form, or why it is not available. */
export function DepositContent(props: DepositContentProps) {
  const { t, paths } = useDeposit();
  // The store starts with the stored session, which the server's markup does not have.
  const user = useStore($session, { ssr: () => null })?.user;
  const state = useStore($paymentOptions, { ssr: 'initial' });
  const isComplete = user !== undefined && !hasMissingDetails(user);
  useEffect(() => {
    if (!isComplete) return;
    // Registration ends here, so a customer who has just registered is no longer treated as new.
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

/** A skeleton in the shape of the form. */
function DepositSkeleton() {
  const { t } = useDeposit();
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">{t('common.loading')}</span>
      <span aria-hidden="true" />
      <span aria-hidden="true" />
      <span aria-hidden="true" />
      <span aria-hidden="true" />
    </div>
  );
}

/** A pressed button is busy until the action ends, and a repeated failure is announced again. */
type Action = { label: string } & ({ onClick: () => Promise<unknown> } | { href: string });

interface DepositNoteProps {
  title: string;
  text: string;
  action: Action;
  /** Something went wrong; announced at once. */
  isFault?: boolean;
}

/** Why there is no form, and what the customer can do. */
function DepositNote({ title, text, action, isFault = false }: DepositNoteProps) {
  const { isBusy, tries, retry } = useRetry('onClick' in action ? action.onClick : () => undefined);
  return (
    <div className={styles.note} role={isFault ? 'alert' : 'note'} data-fault={isFault || undefined}>
      <h2>{title}</h2>
      <p key={tries}>{text}</p>
      {'href' in action ? (
        <a className={styles.way} href={action.href}>
          {action.label}
        </a>
      ) : (
        <Button isLoading={isBusy} onClick={retry}>
          {action.label}
        </Button>
      )}
    </div>
  );
}

/** Customers with an incomplete profile cannot deposit. This sends them to the profile and back here afterwards. */
function Incomplete() {
  const { t, paths } = useDeposit();
  const details = `${paths.details}?next=${encodeURIComponent(paths.deposit)}`;
  return (
    <DepositNote
      title={t('deposit.incomplete.title')}
      text={t('deposit.incomplete.text')}
      action={{ label: t('deposit.incomplete.link'), href: details }}
    />
  );
}
