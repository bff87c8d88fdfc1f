import { useEffect, useRef, useState } from 'react';
import type { CashierNews } from '../../lib/contract/payments/cashier-news.ts';
import { readCashierMessage } from '../../lib/contract/payments/cashier-news.ts';
import { $depositReturn } from '../../stores/payments/deposit-return.ts';
import { followDeposit } from '../../stores/payments/follow-deposit.ts';
import { Button } from '../shared/button.tsx';
import { useDeposit } from './deposit-context.ts';
import notes from './deposit-notes.module.css';
import styles from './paying.module.css';
import { focusIt } from './focus-it.ts';
import type { PaidAt } from './next-step.ts';

interface CashierProps extends PaidAt {
  /** What the method is called. */
  label: string;
  /** Back to the form. */
  onChangeWay: () => void;
}

/**
 * The provider's cashier, in a document that knows nothing of this one: its scripts run where no session is. What becomes of the deposit
 * the server says.
 */
export function Cashier({ address, backAddress, label, onChangeWay }: CashierProps) {
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
 * What the page in the frame says of itself. The provider's script can say it as well: nothing hangs on it but which ways on are offered.
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
