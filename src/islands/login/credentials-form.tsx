import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { email, password } from '../../lib/contract/fields.ts';
import type { Translate } from '../../lib/i18n/translate.ts';
import { Button } from '../shared/button.tsx';
import { Field } from '../shared/field.tsx';
import { fieldMessage } from './field-message.ts';
import styles from './login.module.css';
import { PasswordField } from './password-field.tsx';

/** The contract's own fields: what passes here the server does not refuse for its form. */
const credentialsSchema = z.object({ email, password });
export type Credentials = z.infer<typeof credentialsSchema>;

interface CredentialsFormProps {
  translate: Translate;
  /** What was typed before, where the customer comes back to it. */
  typed: Credentials | undefined;
  /** Somebody begins to fill it in. */
  onFocus: () => void;
  /** Resolves to the words of a refusal; to nothing where the form has done its work: it stays busy then. */
  send: (credentials: Credentials) => Promise<string | undefined>;
}

export function CredentialsForm({ translate: t, typed, onFocus, send }: CredentialsFormProps) {
  const [refusal, setRefusal] = useState<string>();
  const [hasEntered, setHasEntered] = useState(false);
  const { register, handleSubmit, formState, setValue, setFocus } = useForm<Credentials, unknown, Credentials>({
    resolver: zodResolver(credentialsSchema),
    ...(typed && { defaultValues: typed }),
  });
  const { errors, isSubmitting } = formState;
  const isAlive = useIsAlive();
  useEffect(() => {
    if (typed) setFocus('password');
  }, [typed, setFocus]);

  const submit = handleSubmit(async (credentials) => {
    setRefusal(undefined);
    const words = await send(credentials);
    setRefusal(words);
    if (words === undefined) setHasEntered(true);
    else setFocus('password', { shouldSelect: true });
  });

  return (
    // The method keeps a password out of the address where the script did not load.
    <form className={styles.form} method="post" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label={t('login.email')}
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        error={fieldMessage(t, 'email', errors.email)}
        onFocus={onFocus}
        {...register('email', {
          onBlur: (event: { target: { value: string } }) => setValue('email', event.target.value.trim()),
        })}
      />
      <PasswordField
        translate={t}
        error={fieldMessage(t, 'password', errors.password)}
        onFocus={onFocus}
        {...register('password')}
      />
      <Button
        type="submit"
        variant="primary"
        // Until the script lives the browser would send the form itself, to a page that takes none; Enter is held back too.
        disabled={!isAlive}
        isLoading={isSubmitting || hasEntered}
        className={styles.submit}
      >
        {t('login.submit')}
      </Button>
      {/* Its room is there before it comes, so that nothing jumps. */}
      <div className={styles.outcome} role="alert">
        {refusal && <p className={styles.refusal}>{refusal}</p>}
      </div>
    </form>
  );
}

const never = () => () => undefined;

/** Whether the form is more than the server's markup. */
function useIsAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
