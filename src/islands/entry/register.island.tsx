import { useMemo, useState } from 'react';
import { createTranslate } from '../../lib/i18n/translate.ts';
import type { Messages } from '../../lib/i18n/translate.ts';
import { MailedNote } from './mailed-note.tsx';
import { RegisterForm } from './register-form.tsx';
import type { RegisterPaths } from './registration.ts';

interface RegisterIslandProps {
  messages: Messages;
  locale: string;
  paths: RegisterPaths;
  /** Null: the broker has no reCAPTCHA. */
  recaptchaSiteKey: string | null;
}

export function RegisterIsland({ messages, ...props }: RegisterIslandProps) {
  const t = useMemo(() => createTranslate(messages), [messages]);
  const [mailedTo, setMailedTo] = useState<string>();
  if (mailedTo !== undefined)
    return (
      <MailedNote title={t('entry.register.mailedTitle')} text={t('entry.register.mailed', { email: mailedTo })} />
    );
  return (
    <>
      <h1>{t('entry.register.title')}</h1>
      <p className="lead">{t('entry.register.lead')}</p>
      <RegisterForm translate={t} onMailed={setMailedTo} {...props} />
    </>
  );
}
