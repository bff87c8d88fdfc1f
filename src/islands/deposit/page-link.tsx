import { Button } from '../shared/button.tsx';
import { useDeposit } from './deposit-context.ts';
import styles from './deposit-notes.module.css';
import { focusIt } from './focus-it.ts';
import type { PaidAt } from './next-step.ts';

interface PageLinkProps extends PaidAt {
  /** `window`: in a window of its own, and this page goes on to what becomes of the deposit. */
  kind: 'window' | 'page';
  /** What the method is called. */
  label: string;
  /** Back to the form. */
  onChangeWay: () => void;
}

/** A real link to where it is paid, for browsers that did not go there by themselves. */
export function PageLink({ kind, address, backAddress, label, onChangeWay }: PageLinkProps) {
  const { t } = useDeposit();
  // It is paid already, or elsewhere.
  const isToldOnly = kind === 'page' && address === backAddress;
  const inWindow = {
    target: '_blank',
    rel: 'noopener noreferrer',
    onClick: () => setTimeout(() => location.assign(backAddress)),
  };
  return (
    <div className={styles.note} role="note">
      <h2 ref={kind === 'page' ? focusIt : undefined} tabIndex={-1}>
        {isToldOnly ? t('deposit.return.title') : t('deposit.paying', { label })}
      </h2>
      {!isToldOnly && <p>{t(`deposit.${kind}.text`)}</p>}
      <div className={styles.ways}>
        <a
          ref={kind === 'window' ? focusIt : undefined}
          className={styles.way}
          href={address}
          {...(kind === 'window' && inWindow)}
        >
          {t(isToldOnly ? 'deposit.page.outcome' : `deposit.${kind}.open`)}
        </a>
        {kind === 'page' && !isToldOnly && (
          <a className={styles.further} href={backAddress}>
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
