import { useState } from 'react';
import type { OpenedDeposit, PaymentOptions } from '../../lib/contract/payments/payment-entities.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { formatDateTime } from '../../lib/format/format-date-time.ts';
import { formatMoney } from '../../lib/format/format-number.ts';
import { cancelOpened } from '../../stores/payments/opened-deposits.ts';
import { Button } from '../shared/button.tsx';
import { OnDemand } from '../shared/on-demand.tsx';
import { useDeposit } from './deposit-context.ts';
import { methodLabel } from './method-cards.tsx';
import styles from './opened-note.module.css';
import type { LeftDeposit } from './use-deposit-form.ts';

interface OpenedNoteProps {
  options: PaymentOptions;
  one: OpenedDeposit;
  /** Something is being sent, so the buttons must not react. */
  isBusy: boolean;
  /** This deposit is being continued. */
  isGoing: boolean;
  onContinue: () => void;
  /** Called when the deposit was cancelled; the pressed button is gone. */
  onCancelled: () => void;
}

const loadCancelDialog = async () => (await import('../tracker/cancel-dialog.tsx')).CancelDialog;

/** Names the newest deposit that can still be paid, so that nobody pays twice by mistake. Links to older ones. */
export function OpenedNote({ options, one, isBusy, isGoing, onContinue, onCancelled }: OpenedNoteProps) {
  const { t, locale, paths } = useDeposit();
  const [isAsking, setIsAsking] = useState(false);
  const method = options.methods.find(({ provider }) => provider === one.provider);
  const amount = formatMoney(one.amount, locale, options.currency);
  const facts = { amount, label: method ? methodLabel(method, locale) : one.provider };
  const further = options.opened.length - 1;
  return (
    <section className={styles.note} aria-label={t('deposit.open.title')}>
      <p>{t('deposit.open.unfinished', facts)}</p>
      <p className={styles.text}>
        {t('deposit.open.begun', { at: formatDateTime(one.created_at, locale) })} {t('deposit.open.paid')}{' '}
        {further > 0 && <a href={paths.transactions}>{t('deposit.open.further', { count: further })}</a>}
      </p>
      <div className={styles.ways}>
        {method && (
          <Button
            isLoading={isGoing}
            aria-label={t('deposit.open.continueOne', facts)}
            onClick={() => !isBusy && onContinue()}
          >
            {t('deposit.open.continue')}
          </Button>
        )}
        <Button
          variant="quiet"
          aria-label={t('deposit.open.cancelOne', facts)}
          onClick={() => !isBusy && setIsAsking(true)}
        >
          {t('deposit.open.cancel')}
        </Button>
      </div>
      {isAsking && (
        <OnDemand
          load={loadCancelDialog}
          {...{ t, amount }}
          kind="deposit"
          isTold
          cancel={() => cancelOrFind(one, onCancelled)}
          onShut={() => setIsAsking(false)}
          onDone={onCancelled}
        />
      )}
    </section>
  );
}

/** Cancels the deposit. If it has ended in the meantime, the note disappears as if it had been cancelled. */
async function cancelOrFind({ transaction_id: id }: OpenedDeposit, onFound: () => void): Promise<Result> {
  const result = await cancelOpened(id);
  if (!result.ok && result.problem.code === 'TRANSACTION_CLOSED') onFound();
  return result;
}

/**
 * Says that a deposit which the customer left unfinished on this page can still be paid. No provider reports whether it
 * was.
 */
export function OpenNote({ left: { method, amount, backAddress }, currency }: { left: LeftDeposit; currency: string }) {
  const { t, locale } = useDeposit();
  const facts = { amount: formatMoney(amount, locale, currency), label: methodLabel(method, locale) };
  return (
    <p className={styles.note} role="note">
      {t('deposit.open.text', facts)} <a href={backAddress}>{t('deposit.page.outcome')}</a>
    </p>
  );
}
