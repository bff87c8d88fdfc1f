import { useStore } from '@nanostores/react';
import type { SyntheticEvent } from 'react';
import { useCallback } from 'react';
import { activities } from '../../lib/contract/session.ts';
import { affiliateIdleClock } from '../../stores/affiliate/affiliate-keeper.ts';
import { useList } from '../lists/list-context.ts';
import { Button } from '../shared/button.tsx';
import { leaveAsAffiliate } from './follow-affiliate.ts';
import styles from './panel.module.css';

/** Warns in the last minute of an idle session, in every tab. */
export function IdleDialog() {
  const seconds = useStore(affiliateIdleClock.$secondsLeft);
  return seconds === null ? null : <Warning seconds={seconds} />;
}

function Warning({ seconds }: { seconds: number }) {
  const { t } = useList();
  const open = useCallback((dialog: HTMLDialogElement) => {
    // What is done on it is an answer, and no activity by itself: the warning would go before a button was pressed.
    const hold = (event: Event) => event.target !== dialog && event.stopPropagation();
    for (const name of activities) dialog.addEventListener(name, hold, { passive: true });
    dialog.showModal();
    return () => dialog.close();
  }, []);
  const stay = (event: SyntheticEvent) => {
    event.preventDefault();
    affiliateIdleClock.stay();
  };
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <dialog ref={open} className="dialog" aria-labelledby="affiliate-idle" onCancel={stay}>
      <h2 id="affiliate-idle">{t('common.idle.title')}</h2>
      <p className={styles.idleText}>{t('common.idle.text')}</p>
      <div className={styles.idleLeft}>
        <span>{t('common.idle.left')}</span>
        <span role="timer">{left}</span>
      </div>
      <div className={styles.idleWays}>
        <Button variant="primary" onClick={stay}>
          {t('common.idle.stay')}
        </Button>
        <Button onClick={leaveAsAffiliate}>{t('common.account.logOut')}</Button>
      </div>
    </dialog>
  );
}
