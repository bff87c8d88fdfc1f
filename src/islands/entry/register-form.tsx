import { zodResolver } from '@hookform/resolvers/zod';
import type { SubmitEvent } from 'react';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Problem } from '../../lib/contract/problem.ts';
import type { Translate } from '../../lib/i18n/translate.ts';
import { register } from '../../stores/entry/register.ts';
import { clientInfo } from '../../stores/frame/client-info.ts';
import { humanToken } from '../../stores/forms/human-token.ts';
import { showFaults } from '../shared/fields/field-props.ts';
import { loadPhonePlans } from '../shared/phone/phone-number.ts';
import { refusalText } from './refusal-text.ts';
import { RegisterFields } from './register-fields.tsx';
import type { Checked, RegisterPaths, Typed } from './registration.ts';
import { names, registration } from './registration.ts';

interface RegisterFormProps {
  translate: Translate;
  locale: string;
  paths: RegisterPaths;
  recaptchaSiteKey: string | null;
  /** The rest stands in a mail to this address. */
  onMailed: (email: string) => void;
}

export function RegisterForm({ translate: t, locale, paths, recaptchaSiteKey: siteKey, onMailed }: RegisterFormProps) {
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const country = useRef<string>(undefined);
  const form = useForm<Typed, unknown, Checked>({
    resolver: zodResolver(registration),
    defaultValues: { first_name: '', last_name: '', email: '', phone: '', password: '' },
  });

  async function send(checked: Checked): Promise<void> {
    // An empty token says that there is none to be had in this browser.
    const recaptcha = siteKey === null ? undefined : ((await humanToken(siteKey, 'register')) ?? '');
    const result = await register({ ...checked, country: country.current, lang: locale, recaptcha });
    // Who is in stays busy until the next page is there; the form, and what was typed into it, is nothing to come back to.
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
    // What number it is hangs on both: the plans, and where it is likely to be from.
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
