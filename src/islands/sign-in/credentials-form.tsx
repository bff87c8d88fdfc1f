import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { email, password } from '../../lib/contract/fields.ts';
import type { Translate } from '../../lib/i18n/translate.ts';
import { Button } from '../shared/button.tsx';
import { fieldProps, passwordProps } from '../shared/fields/field-props.ts';
import { Field } from '../shared/fields/field.tsx';
import { FormOutcome } from '../shared/fields/form-outcome.tsx';
import { PasswordField } from '../shared/fields/password-field.tsx';
import { useHydratedForm } from '../shared/use-is-alive.ts';
import styles from './credentials-form.module.css';

/** The contract's own field schemas, so the server never refuses the format of values that pass here. */
const credentialsSchema = z.object({ email, password });
export type Credentials = z.infer<typeof credentialsSchema>;

interface CredentialsFormProps {
  translate: Translate;
  /** What was typed before, if the customer returns to the form. */
  typed: Credentials | undefined;
  /** Called when the visitor starts to fill in the form. */
  onFocus: () => void;
  /** Resolves to the text of a refusal, or to undefined on success; the form then stays busy. */
  send: (credentials: Credentials) => Promise<string | undefined>;
}

export function CredentialsForm({ translate: t, typed, onFocus, send }: CredentialsFormProps) {
  const [refusal, setRefusal] = useState<string>();
  const [hasEntered, setHasEntered] = useState(false);
  const form = useForm<Credentials, unknown, Credentials>({
    resolver: zodResolver(credentialsSchema),
    ...(typed && { defaultValues: typed }),
  });
  const { setFocus } = form;
  const { form: element, isAlive } = useHydratedForm();
  useEffect(() => {
    if (typed) setFocus('password');
  }, [typed, setFocus]);

  const submit = form.handleSubmit(
    async (credentials) => {
      setRefusal(undefined);
      const words = await send(credentials);
      setRefusal(words);
      if (words === undefined) {
        setHasEntered(true);
        // The next page may be slow to load, and meanwhile nobody should read the password over a shoulder.
        form.setValue('password', '');
      } else setFocus('password', { shouldSelect: true });
    },
    () => setRefusal(undefined),
  );

  return (
    // POST keeps the password out of the address, however the form is sent.
    <form ref={element} className={styles.form} method="post" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        onFocus={onFocus}
        {...fieldProps(form, t, 'email')}
      />
      <PasswordField
        translate={t}
        autoComplete="current-password"
        onFocus={onFocus}
        {...passwordProps(form, t, 'password')}
      />
      <Button
        type="submit"
        variant="primary"
        // Before hydration the browser would submit the form itself. Early submissions are held: see early-submit.ts.
        disabled={!isAlive}
        suppressHydrationWarning
        isLoading={form.formState.isSubmitting || hasEntered}
        className={styles.submit}
      >
        {t('login.submit')}
      </Button>
      <FormOutcome refusal={refusal} />
    </form>
  );
}
