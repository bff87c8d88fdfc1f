import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { email } from '../../lib/contract/fields.ts';
import type { Messages, Translate } from '../../lib/i18n/translate.ts';
import { createTranslate } from '../../lib/i18n/translate.ts';
import { requestPassword } from '../../stores/sign-in/request-password.ts';
import { humanToken, loadRecaptcha } from '../../stores/forms/human-token.ts';
import { Button } from '../shared/button.tsx';
import { fieldProps, showFaults } from '../shared/fields/field-props.ts';
import { Field } from '../shared/fields/field.tsx';
import { FormOutcome } from '../shared/fields/form-outcome.tsx';
import { useHydratedForm } from '../shared/use-is-alive.ts';
import { MailedNote } from './mailed-note.tsx';
import styles from './password-request.module.css';
import { refusalText } from './refusal-text.ts';

interface PasswordRequestIslandProps {
  messages: Messages;
  locale: string;
  /** Null if the broker does not use reCAPTCHA. */
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

const requested = z.object({ email });
type Requested = z.infer<typeof requested>;

interface PasswordRequestFormProps {
  translate: Translate;
  locale: string;
  /** What was typed before, if the visitor returns to the form. */
  typed: string;
  recaptchaSiteKey: string | null;
  onSent: (email: string) => void;
}

function PasswordRequestForm(props: PasswordRequestFormProps) {
  const { translate: t, locale, typed, recaptchaSiteKey: siteKey, onSent } = props;
  const [refusal, setRefusal] = useState<string>();
  const form = useForm<Requested, unknown, Requested>({
    resolver: zodResolver(requested),
    defaultValues: { email: typed },
  });
  const { setFocus } = form;
  const { form: element, isAlive } = useHydratedForm();
  useEffect(() => {
    if (typed !== '') setFocus('email');
  }, [typed, setFocus]);

  const submit = form.handleSubmit(async (request) => {
    setRefusal(undefined);
    // An empty token tells the server that this browser cannot get a reCAPTCHA token.
    const recaptcha = siteKey === null ? undefined : ((await humanToken(siteKey, 'forgot')) ?? '');
    const result = await requestPassword({ ...request, lang: locale, recaptcha });
    if (result.ok) {
      onSent(request.email);
      return;
    }
    const unknown = { email: t('problems.EMAIL_UNKNOWN') };
    const fields = result.problem.code === 'EMAIL_UNKNOWN' ? unknown : result.problem.fields;
    if (!showFaults(form, ['email'], fields)) setRefusal(refusalText(t, result.problem));
  });

  return (
    <form ref={element} className={styles.form} method="post" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        onFocus={() => void (siteKey !== null && loadRecaptcha(siteKey).catch(() => 0))}
        {...fieldProps(form, t, 'email')}
      />
      <Button
        type="submit"
        variant="primary"
        // Before hydration the browser would submit the form itself. Early submissions are held: see early-submit.ts.
        disabled={!isAlive}
        suppressHydrationWarning
        isLoading={form.formState.isSubmitting}
        className={styles.submit}
      >
        {t('entry.password.submit')}
      </Button>
      <FormOutcome refusal={refusal} />
    </form>
  );
}
