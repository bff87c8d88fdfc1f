import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { OpenSession } from '../../../lib/contract/accounts/account-entities.ts';
import { $sessions, loadSessions } from '../../../stores/account/security.ts';
import { useAccount } from '../account-context.ts';
import { Button } from '../../shared/button.tsx';
import card from './card.module.css';
import { EverywhereDialog } from '../../account-security/sessions/everywhere-dialog.tsx';
import { SessionRow } from '../../account-security/sessions/session-row.tsx';
import styles from './sessions.module.css';

/** Where the account is open: each session can be ended, and all of them at once. */
export function SessionsSection() {
  const { t } = useAccount();
  const state = useStore($sessions);
  const [asks, setAsks] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => void loadSessions(), []);

  return (
    <section className={card.card} aria-labelledby="sessions-title">
      <header className={card.head}>
        <h2 id="sessions-title" ref={heading} tabIndex={-1}>
          {t('account.security.sessions.title')}
        </h2>
      </header>
      <p className={card.text}>{t('account.security.sessions.text')}</p>
      {state.status === 'loading' && <SessionsSkeleton />}
      {state.status === 'failed' && (
        <div className={styles.failed} role="alert">
          <p>{t('account.security.sessions.failed')}</p>
          <Button onClick={() => void loadSessions()}>{t('account.retry')}</Button>
        </div>
      )}
      {state.status === 'ready' && (
        <>
          <SessionList sessions={state.sessions} onGone={() => heading.current?.focus()} />
          <div className={card.actions}>
            <Button onClick={() => setAsks(true)}>{t('account.security.everywhere.open')}</Button>
          </div>
        </>
      )}
      {asks && <EverywhereDialog onShut={() => setAsks(false)} />}
    </section>
  );
}

function SessionList({ sessions, onGone }: { sessions: readonly OpenSession[]; onGone: () => void }) {
  const { t } = useAccount();
  return (
    <ul className={styles.sessions} aria-label={t('account.security.sessions.title')}>
      {sessions.map((session) => (
        <SessionRow key={session.id} session={session} onGone={onGone} />
      ))}
    </ul>
  );
}

/** In the shape of what comes. */
function SessionsSkeleton() {
  const { t } = useAccount();
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">{t('common.loading')}</span>
      <span aria-hidden="true" />
      <span aria-hidden="true" />
    </div>
  );
}
