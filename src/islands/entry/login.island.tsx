import { useMemo } from 'react';
import { createTranslate } from '../../lib/i18n/translate.ts';
import type { Messages } from '../../lib/i18n/translate.ts';
import { LoginForm } from './login-form.tsx';

interface LoginIslandProps {
  messages: Messages;
  /** Where a log-in leads that came from nowhere else. */
  homePath: string;
  /** Where it leads whose profile is not complete. */
  detailsPath: string;
  /** Null: the broker has no reCAPTCHA. */
  recaptchaSiteKey: string | null;
}

export function LoginIsland({ messages, ...props }: LoginIslandProps) {
  const translate = useMemo(() => createTranslate(messages), [messages]);
  return <LoginForm translate={translate} {...props} />;
}
