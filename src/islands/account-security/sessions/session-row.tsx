import { useState } from 'react';
import type { OpenSession } from '../../../lib/contract/accounts/account-entities.ts';
import { formatDateTime } from '../../../lib/format/format-date-time.ts';
import { endOtherSession } from '../../../stores/account/security.ts';
import { useAccount } from '../../account/account-context.ts';
import { useProblemText } from '../../account/use-problem-text.ts';
import { Button } from '../../shared/button.tsx';
import card from '../../account/security/card.module.css';
import styles from '../../account/security/sessions.module.css';

interface SessionRowProps {
  session: OpenSession;
  /** The row is about to leave the list, and takes its button along. */
  onGone: () => void;
}

/** One session: what it was opened with, from where, and when. */
export function SessionRow({ session, onGone }: SessionRowProps) {
  const { t, locale } = useAccount();
  const problemText = useProblemText();
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const device = session.device ?? t('account.security.sessions.unknownDevice');
  const place = placeOf(session, locale);

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
        {place && <p className={styles.place}>{place}</p>}
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

/** City and country, as far as they are known, and the address. */
function placeOf({ city, country_short: country, ip }: OpenSession, locale: string): string {
  const name = country === null ? undefined : new Intl.DisplayNames(locale, { type: 'region' }).of(country);
  return [[city, name].filter(Boolean).join(', '), ip].filter(Boolean).join(' · ');
}
