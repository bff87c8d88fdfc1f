import { useEffect, useRef, useState } from 'react';
import type { CashierNews } from '../../lib/contract/payments/cashier-news.ts';
import { readCashierMessage } from '../../lib/contract/payments/cashier-news.ts';
import { $depositReturn, followDeposit } from '../../stores/payments/deposit-return.ts';
import { Button } from '../shared/button.tsx';
import { useDeposit } from './deposit-context.ts';
import notes from './deposit-notes.module.css';
import type { NextStep, PaidAt } from './next-step.ts';
import styles from './paying.module.css';

/** How long the thank-you stands before the dialog closes. */
const thanksMs = 1_500;

/** Of what follows, all that is shown instead of the form. */
type Followed = Exclude<NextStep, { kind: 'going' }>;

interface FollowingProps {
  step: Followed;
  /** What the method is called. */
  label: string;
  /** Back to the form. */
  onChangeWay: () => void;
}

/** What follows on a deposit that was begun, where this page stays for it. */
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
      <h2 ref={focusIt} tabIndex={-1}>
        {t('deposit.thanks.title')}
      </h2>
      <p>{t('deposit.thanks.text')}</p>
    </div>
  );
}

interface PageLinkProps extends PaidAt {
  /** `window`: in a window of its own, and this page goes on to what becomes of the deposit. */
  kind: 'window' | 'page';
  /** What the method is called. */
  label: string;
  /** Back to the form. */
  onChangeWay: () => void;
}

/** A real link to where it is paid, for browsers that did not go there by themselves. */
function PageLink({ kind, address, backAddress, label, onChangeWay }: PageLinkProps) {
  const { t } = useDeposit();
  // It is paid already, or elsewhere.
  const isToldOnly = kind === 'page' && address === backAddress;
  const inWindow = {
    target: '_blank',
    rel: 'noopener noreferrer',
    onClick: () => setTimeout(() => location.assign(backAddress)),
  };
  return (
    <div className={notes.note} role="note">
      <h2 ref={kind === 'page' ? focusIt : undefined} tabIndex={-1}>
        {isToldOnly ? t('deposit.return.title') : t('deposit.paying', { label })}
      </h2>
      {!isToldOnly && <p>{t(`deposit.${kind}.text`)}</p>}
      <div className={notes.ways}>
        <a
          ref={kind === 'window' ? focusIt : undefined}
          className={notes.way}
          href={address}
          {...(kind === 'window' && inWindow)}
        >
          {t(isToldOnly ? 'deposit.page.outcome' : `deposit.${kind}.open`)}
        </a>
        {kind === 'page' && !isToldOnly && (
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
  /** What the method is called. */
  label: string;
  /** Back to the form. */
  onChangeWay: () => void;
}

/**
 * The provider's cashier, in a frame without access to this page: its scripts cannot reach the session. The result
 * comes from the server.
 */
function Cashier({ address, backAddress, label, onChangeWay }: CashierProps) {
  const { t } = useDeposit();
  // Once: another address would begin the payment again.
  const [theme = ''] = useState(() => document.documentElement.dataset['theme']);
  const frame = useRef<HTMLIFrameElement>(null);
  const news = useCashierNews(frame);
  useLeaveWhenDecided(backAddress);
  return (
    <div className={styles.cashier}>
      <h2 ref={focusIt} tabIndex={-1}>
        {t('deposit.paying', { label })}
      </h2>
      <iframe
        ref={frame}
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
 * What the page in the frame reports. The provider's script could send the same, so it only decides which buttons are
 * shown.
 */
function useCashierNews(frame: { readonly current: HTMLIFrameElement | null }): CashierNews | undefined {
  const [news, setNews] = useState<CashierNews>();
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent<unknown>) => {
      const told = source === frame.current?.contentWindow ? readCashierMessage(data) : undefined;
      if (told) setNews(told);
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, [frame]);
  return news;
}

/** Goes on by itself as soon as there is something to tell of the deposit. */
function useLeaveWhenDecided(backAddress: string): void {
  useEffect(() => {
    const id = new URL(backAddress, location.origin).searchParams.get('transaction') ?? '';
    const stop = followDeposit(id);
    const stopListening = $depositReturn.listen((state) => {
      // The answer about another one, which was tried before, may still come.
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

/** A ref of what comes in the place of the button that was pressed: the keyboard, and who listens, go on there. */
function focusIt(element: HTMLElement | null): void {
  element?.focus();
}
