import { zodResolver } from '@hookform/resolvers/zod';
import { useState, useSyncExternalStore } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { email, password } from '../../lib/contract/fields.ts';
import type { Problem } from '../../lib/contract/problem.ts';
import type { Translate } from '../../lib/i18n/translate.ts';
import { logIn } from '../../stores/authentication.ts';
import { humanToken, loadRecaptcha } from '../../stores/forms/human-token.ts';
import { landingPath } from '../../stores/landing-path.ts';
import { Button } from '../shared/button.tsx';
import { Field } from '../shared/field.tsx';
import { fieldMessage } from './field-message.ts';
import styles from './login.module.css';
import { PasswordField } from './password-field.tsx';

/** The contract's own fields: what passes here the server does not refuse for its form. */
const credentialsSchema = z.object({ email, password });
type Credentials = z.infer<typeof credentialsSchema>;

interface LoginFormProps {
  translate: Translate;
  homePath: string;
  recaptchaSiteKey: string | null;
}

export function LoginForm({ translate: t, homePath, recaptchaSiteKey: siteKey }: LoginFormProps) {
  const [refusal, setRefusal] = useState<string>();
  const [hasEntered, setHasEntered] = useState(false);
  const { register, handleSubmit, formState, setValue, setFocus } = useForm<Credentials, unknown, Credentials>({
    resolver: zodResolver(credentialsSchema),
  });
  const { errors, isSubmitting } = formState;
  const isAlive = useIsAlive();
  const load = () => void (siteKey !== null && loadRecaptcha(siteKey).catch(() => 0));

  const submit = handleSubmit(async (credentials) => {
    setRefusal(undefined);
    // An empty token says that there is none to be had in this browser.
    const recaptcha = siteKey === null ? undefined : ((await humanToken(siteKey, 'login')) ?? '');
    const result = await logIn({ ...credentials, recaptcha });
    if (!result.ok) {
      setRefusal(refusalText(t, result.problem));
      setFocus('password', { shouldSelect: true });
      return;
    }
    setHasEntered(true);
    location.assign(landingPath({ search: location.search, origin: location.origin, fallback: homePath }));
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
        onFocus={load}
        {...register('email', {
          onBlur: (event: { target: { value: string } }) => setValue('email', event.target.value.trim()),
        })}
      />
      <PasswordField
        translate={t}
        error={fieldMessage(t, 'password', errors.password)}
        onFocus={load}
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

function refusalText(t: Translate, problem: Problem): string {
  return problem.code === 'UNAVAILABLE' ? t('login.unreachable') : t(`problems.${problem.code}`);
}
