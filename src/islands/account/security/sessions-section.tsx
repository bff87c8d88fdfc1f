import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { OpenSession } from '../../../lib/contract/accounts/account-entities.ts';
import { formatDateTime } from '../../../lib/format/format-date-time.ts';
import { $sessions, endOtherSession, loadSessions, logOutEverywhere } from '../../../stores/account/security.ts';
import { AskDialog } from '../../shared/ask-dialog.tsx';
import { Button } from '../../shared/button.tsx';
import { useAccount, useProblemText } from '../account-context.ts';
import card from './card.module.css';
import styles from './sessions.module.css';

/** The open sessions of the account; they can be ended one by one or all at once. */
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

/** A skeleton in the shape of the content. */
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

interface SessionRowProps {
  session: OpenSession;
  /** Called when the session has ended: the row disappears along with its focused button. */
  onGone: () => void;
}

/** One session: its device, its location and its time. */
function SessionRow({ session, onGone }: SessionRowProps) {
  const { t, locale } = useAccount();
  const problemText = useProblemText();
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const device = session.device ?? t('account.security.sessions.unknownDevice');
  const location = locationOf(session, locale);

  async function end(): Promise<void> {
    setIsBusy(true);
    setFault(undefined);
    const result = await endOtherSession(session.id);
    setIsBusy(false);
    if (result.ok) onGone();
    else setFault(problemText(result.problem));
  }

  return (
    <li className={styles.session}>
      <div className={styles.facts}>
        <p className={styles.device}>
          <strong>{device}</strong>
          {session.current === 1 && (
            <span className={card.state} data-on="">
              {t('account.security.sessions.current')}
            </span>
          )}
        </p>
        {location && <p className={styles.place}>{location}</p>}
        <p className={styles.times}>
          <span>{t('account.security.sessions.opened', { time: formatDateTime(session.created_at, locale) })}</span>
          <span>{t('account.security.sessions.seen', { time: formatDateTime(session.last_seen_at, locale) })}</span>
        </p>
        {fault !== undefined && (
          <p className={card.fault} role="alert">
            {fault}
          </p>
        )}
      </div>
      {session.current === 0 && (
        <Button
          isLoading={isBusy}
          aria-label={t('account.security.sessions.endOf', { device })}
          onClick={() => void end()}
        >
          {t('account.security.sessions.end')}
        </Button>
      )}
    </li>
  );
}

/** City and country, if known, and the IP address. */
function locationOf({ city, country_short: country, ip }: OpenSession, locale: string): string {
  const name = country === null ? undefined : new Intl.DisplayNames(locale, { type: 'region' }).of(country);
  return [[city, name].filter(Boolean).join(', '), ip].filter(Boolean).join(' · ');
}

/** Asks for confirmation before every session ends, including this one. */
function EverywhereDialog({ onShut }: { onShut: () => void }) {
  const { t } = useAccount();
  const problemText = useProblemText();
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState<string>();

  async function end(): Promise<void> {
    setFault(undefined);
    setIsBusy(true);
    const result = await logOutEverywhere();
    // When the session is gone, the browser is sent to the log-in page automatically.
    if (result.ok) return;
    setIsBusy(false);
    setFault(problemText(result.problem));
  }

  return (
    <AskDialog
      title={t('account.security.everywhere.title')}
      text={t('account.security.everywhere.text')}
      isBusy={isBusy}
      fault={fault}
      onShut={onShut}
    >
      <Button variant="primary" isLoading={isBusy} onClick={() => void end()}>
        {t('account.security.everywhere.confirm')}
      </Button>
      <Button variant="quiet" disabled={isBusy} onClick={onShut}>
        {t('account.security.cancel')}
      </Button>
    </AskDialog>
  );
}
