import { useEffect, useRef, useState } from 'react';
import type { CashierNews } from '../../lib/contract/payments/cashier-news.ts';
import { readCashierMessage } from '../../lib/contract/payments/cashier-news.ts';
import { $depositReturn, followDeposit } from '../../stores/payments/deposit-return.ts';
import { Button } from '../shared/button.tsx';
import { useDeposit } from './deposit-context.ts';
import notes from './deposit-notes.module.css';
import type { NextStep, PaidAt } from './next-step.ts';
import styles from './paying.module.css';

/** How long the thank-you message is shown before the dialog closes. */
const thanksMs = 1_500;

/** The next steps that replace the form. */
type Followed = Exclude<NextStep, { kind: 'going' }>;

interface FollowingProps {
  step: Followed;
  /** The method's name. */
  label: string;
  /** Returns to the form. */
  onChangeWay: () => void;
}

/** Shows the next step of a deposit that continues on this page. */
export function Following({ step, label, onChangeWay }: FollowingProps) {
  switch (step.kind) {
    case 'thanks':
      return <Thanks />;
    case 'page':
    case 'window':
      return <PageLink {...step} label={label} onChangeWay={onChangeWay} />;
    case 'cashier':
      return <Cashier {...step} label={label} onChangeWay={onChangeWay} />;
  }
}

function Thanks() {
  const { t, paths } = useDeposit();
  useEffect(() => {
    const timer = setTimeout(() => location.assign(paths.platform), thanksMs);
    return () => clearTimeout(timer);
  }, [paths]);
  return (
    <div className={notes.note} role="status">
      <h2 ref={focusOnMount} tabIndex={-1}>
        {t('deposit.thanks.title')}
      </h2>
      <p>{t('deposit.thanks.text')}</p>
    </div>
  );
}

interface PageLinkProps extends PaidAt {
  /** `window`: the link opens in its own window, while this page goes to the outcome of the deposit. */
  kind: 'window' | 'page';
  /** The method's name. */
  label: string;
  /** Returns to the form. */
  onChangeWay: () => void;
}

/** A plain link to the payment page, for browsers that did not open it automatically. */
function PageLink({ kind, address, backAddress, label, onChangeWay }: PageLinkProps) {
  const { t } = useDeposit();
  // Nothing is left to pay on this page: the deposit is decided, or is being paid in another window.
  const isOutcomeOnly = kind === 'page' && address === backAddress;
  const inWindow = {
    target: '_blank',
    rel: 'noopener noreferrer',
    onClick: () => setTimeout(() => location.assign(backAddress)),
  };
  return (
    <div className={notes.note} role="note">
      <h2 ref={kind === 'page' ? focusOnMount : undefined} tabIndex={-1}>
        {isOutcomeOnly ? t('deposit.return.title') : t('deposit.paying', { label })}
      </h2>
      {!isOutcomeOnly && <p>{t(`deposit.${kind}.text`)}</p>}
      <div className={notes.ways}>
        <a
          ref={kind === 'window' ? focusOnMount : undefined}
          className={notes.way}
          href={address}
          {...(kind === 'window' && inWindow)}
        >
          {t(isOutcomeOnly ? 'deposit.page.outcome' : `deposit.${kind}.open`)}
        </a>
        {kind === 'page' && !isOutcomeOnly && (
          <a className={notes.further} href={backAddress}>
            {t('deposit.page.outcome')}
          </a>
        )}
        <Button variant="quiet" onClick={onChangeWay}>
          {t('deposit.cashier.change')}
        </Button>
      </div>
    </div>
  );
}

interface CashierProps extends PaidAt {
  /** The method's name. */
  label: string;
  /** Returns to the form. */
  onChangeWay: () => void;
}

/**
 * The provider's cashier, in an iframe without access to this page: its scripts cannot reach the session. The outcome
 * comes from the server.
 */
function Cashier({ address, backAddress, label, onChangeWay }: CashierProps) {
  const { t } = useDeposit();
  // Read once: a changed address would restart the payment.
  const [theme = ''] = useState(() => document.documentElement.dataset['theme']);
  const iframe = useRef<HTMLIFrameElement>(null);
  const news = useCashierNews(iframe);
  useLeaveWhenDecided(backAddress);
  return (
    <div className={styles.cashier}>
      <h2 ref={focusOnMount} tabIndex={-1}>
        {t('deposit.paying', { label })}
      </h2>
      <iframe
        ref={iframe}
        src={`${address}#${theme}`}
        title={t('deposit.cashier.title', { label })}
        sandbox="allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="origin"
        allow="payment"
      />
      {news !== 'failed' && <p>{t('deposit.cashier.text')}</p>}
      <div className={notes.ways}>
        <Button variant={news === 'failed' ? 'primary' : 'secondary'} onClick={onChangeWay}>
          {t('deposit.cashier.change')}
        </Button>
        {news === 'opened' && (
          <a className={notes.further} href={backAddress}>
            {t('deposit.cashier.done')}
          </a>
        )}
      </div>
    </div>
  );
}

/**
 * The newest message from the page in the iframe. The provider's scripts could fake it, so it only decides which
 * buttons are shown.
 */
function useCashierNews(iframe: { readonly current: HTMLIFrameElement | null }): CashierNews | undefined {
  const [news, setNews] = useState<CashierNews>();
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent<unknown>) => {
      const told = source === iframe.current?.contentWindow ? readCashierMessage(data) : undefined;
      if (told) setNews(told);
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, [iframe]);
  return news;
}

/** Opens the outcome page as soon as the deposit is decided or the broker is checking it. */
function useLeaveWhenDecided(backAddress: string): void {
  useEffect(() => {
    const id = new URL(backAddress, location.origin).searchParams.get('transaction') ?? '';
    const stop = followDeposit(id);
    const stopListening = $depositReturn.listen((state) => {
      // An answer about an earlier deposit may still arrive.
      if (state.status !== 'known' || state.transaction.transaction_id !== id) return;
      const { transaction_status: status, checked_by_hand: isChecked } = state.transaction;
      if (status !== 'pending' || isChecked === 1) location.assign(backAddress);
    });
    return () => {
      stop();
      stopListening();
    };
  }, [backAddress]);
}

/** Ref for the element that replaces the pressed button: it takes the focus for keyboards and screen readers. */
function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}
