import { zodResolver } from '@hookform/resolvers/zod';
import type { SubmitEvent } from 'react';
import { useMemo, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Problem } from '../../lib/contract/problem.ts';
import type { Messages, Translate } from '../../lib/i18n/translate.ts';
import { createTranslate } from '../../lib/i18n/translate.ts';
import { register } from '../../stores/sign-in/register.ts';
import { humanToken } from '../../stores/forms/human-token.ts';
import { clientInfo } from '../../stores/shell/client-info.ts';
import { showFaults } from '../shared/fields/field-props.ts';
import { loadPhonePlans } from '../shared/fields/phone-number.ts';
import { MailedNote } from './mailed-note.tsx';
import { refusalText } from './refusal-text.ts';
import { names, RegisterFields, registration } from './register-fields.tsx';
import type { Checked, RegisterPaths, Typed } from './register-fields.tsx';

interface RegisterIslandProps {
  messages: Messages;
  locale: string;
  paths: RegisterPaths;
  /** Null if the broker does not use reCAPTCHA. */
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

interface RegisterFormProps {
  translate: Translate;
  locale: string;
  paths: RegisterPaths;
  recaptchaSiteKey: string | null;
  /** Called when the registration continues with an email sent to this address. */
  onMailed: (email: string) => void;
}

function RegisterForm({ translate: t, locale, paths, recaptchaSiteKey: siteKey, onMailed }: RegisterFormProps) {
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const country = useRef<string>(undefined);
  const form = useForm<Typed, unknown, Checked>({
    resolver: zodResolver(registration),
    defaultValues: { first_name: '', last_name: '', email: '', phone: '', password: '' },
  });

  async function send(checked: Checked): Promise<void> {
    // An empty token tells the server that this browser cannot get a reCAPTCHA token.
    const recaptcha = siteKey === null ? undefined : ((await humanToken(siteKey, 'register')) ?? '');
    const result = await register({ ...checked, country: country.current, lang: locale, recaptcha });
    // Stays busy until the next page loads. `replace`, so that the back button does not return to the filled-in form.
    if (result.ok && result.user) {
      form.setValue('password', '');
      location.replace(paths.details);
      return;
    }
    setIsBusy(false);
    if (result.ok) onMailed(checked.email);
    else show(result.problem);
  }

  function show(problem: Problem): void {
    const taken = { email: t('problems.EMAIL_TAKEN') };
    const fields = problem.code === 'EMAIL_TAKEN' ? taken : problem.fields;
    if (!showFaults(form, names, fields)) setRefusal(refusalText(t, problem));
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setRefusal(undefined);
    setIsBusy(true);
    // Parsing the phone number needs both the number plans and the visitor's likely country.
    await Promise.all([loadPhonePlans(), clientInfo()]);
    await form.handleSubmit(send, () => setIsBusy(false))();
  }

  return (
    <RegisterFields
      {...{ form, translate: t, locale, paths, siteKey, isBusy, refusal }}
      onSubmit={(event) => void submit(event)}
      onCountry={(chosen) => (country.current = chosen)}
    />
  );
}
