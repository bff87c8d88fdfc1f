import { useMemo, useState } from 'react';
import { createTranslate } from '../../lib/i18n/translate.ts';
import type { Messages } from '../../lib/i18n/translate.ts';
import { Button } from '../shared/button.tsx';
import { MailedNote } from './mailed-note.tsx';
import { PasswordRequestForm } from './password-request-form.tsx';
import styles from './password-request.module.css';

interface PasswordRequestIslandProps {
  messages: Messages;
  locale: string;
  /** Null: the broker has no reCAPTCHA. */
  recaptchaSiteKey: string | null;
}

export function PasswordRequestIsland({ messages, ...props }: PasswordRequestIslandProps) {
  const t = useMemo(() => createTranslate(messages), [messages]);
  const [typed, setTyped] = useState('');
  const [isSent, setIsSent] = useState(false);

  if (isSent) {
    return (
      <MailedNote title={t('entry.password.sentTitle')} text={t('entry.password.sent', { email: typed })}>
        <p className={styles.hint}>{t('entry.password.notThere')}</p>
        <Button className={styles.again} onClick={() => setIsSent(false)}>
          {t('entry.password.again')}
        </Button>
      </MailedNote>
    );
  }
  const onSent = (email: string) => {
    setTyped(email);
    setIsSent(true);
  };
  return (
    <>
      <h1>{t('entry.password.title')}</h1>
      <p className="lead">{t('entry.password.lead')}</p>
      <PasswordRequestForm translate={t} typed={typed} onSent={onSent} {...props} />
    </>
  );
}
