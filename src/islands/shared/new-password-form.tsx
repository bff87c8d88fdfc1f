import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { newPasswordMinimum, newPasswordPair, samePasswords } from '../../lib/contract/accounts/account-fields.ts';
import type { Problem, Result } from '../../lib/contract/problem.ts';
import type { Translate } from '../../lib/i18n/translate.ts';
import { Button } from './button.tsx';
import { passwordProps, showFaults } from './fields/field-props.ts';
import { FormOutcome } from './fields/form-outcome.tsx';
import { PasswordField } from './fields/password-field.tsx';
import styles from './new-password-form.module.css';

const fields = { ...newPasswordPair, current_password: z.optional(z.string()) };
const passwordSchema = z.object(fields).check(samePasswords);
/** The schema used once the server has asked for the current password. */
const wholeSchema = z
  .object({
    ...fields,
    current_password: z
      .string({ error: 'Current password is required' })
      .check(z.minLength(1, { error: 'Current password is required' })),
  })
  .check(samePasswords);
export type NewPasswords = z.infer<typeof passwordSchema>;

interface NewPasswordFormProps {
  /** Must have the texts of the namespaces `fields` and `problems`. */
  translate: Translate;
  /** The email of the account whose password is set. */
  email: string;
  words: Readonly<Record<'currentHint' | 'others' | 'submit', string>>;
  send: (passwords: NewPasswords) => Promise<Result>;
  problemText: (problem: Problem) => string;
  /** Renders the confirmation when `isShown`. */
  savedNote: (isShown: boolean) => ReactNode;
}

/**
 * Sets a new password. The form asks for the current one only if the server requires it; what was already typed stays.
 */
export function NewPasswordForm(props: NewPasswordFormProps) {
  const { translate: t, email, words, savedNote } = props;
  const { form, asksCurrent, outcome, submit } = useNewPassword(props);
  const { formState } = form;
  return (
    <form className={styles.form} method="post" noValidate onSubmit={(event) => void submit(event)}>
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        translate={t}
        autoComplete="new-password"
        hint={t('fields.passwordHint', { n: newPasswordMinimum })}
        {...passwordProps(form, t, 'new_password')}
      />
      <PasswordField translate={t} autoComplete="new-password" {...passwordProps(form, t, 'confirm_password')} />
      {asksCurrent && (
        <PasswordField
          translate={t}
          autoComplete="current-password"
          hint={words.currentHint}
          {...passwordProps(form, t, 'current_password')}
        />
      )}
      <p className={styles.others}>{words.others}</p>
      <div className={styles.foot}>
        <Button type="submit" variant="primary" isLoading={formState.isSubmitting}>
          {words.submit}
        </Button>
        {savedNote(outcome.isSaved === true && !formState.isDirty)}
      </div>
      <FormOutcome refusal={outcome.refusal} />
    </form>
  );
}

function useNewPassword({ translate: t, send, problemText }: NewPasswordFormProps) {
  const [asksCurrent, setAsksCurrent] = useState(false);
  const [outcome, setOutcome] = useState<{ refusal?: string; isSaved?: boolean }>({});
  const form = useForm<NewPasswords>({
    defaultValues: { new_password: '', confirm_password: '', current_password: '' },
    resolver: zodResolver(asksCurrent ? wholeSchema : passwordSchema),
  });
  const { handleSubmit, reset, setError, setFocus } = form;
  useEffect(() => {
    if (asksCurrent) setFocus('current_password');
  }, [asksCurrent, setFocus]);

  const refuse = (problem: Problem) => {
    const { code } = problem;
    if (code === 'CURRENT_PASSWORD_REQUIRED' || code === 'CURRENT_PASSWORD_WRONG') {
      setAsksCurrent(true);
      setError('current_password', { type: 'server', message: t(`problems.${code}`) }, { shouldFocus: true });
      return;
    }
    const isShown = showFaults(form, ['new_password', 'confirm_password', 'current_password'], problem.fields);
    if (!isShown) setOutcome({ refusal: problemText(problem) });
  };

  const submit = handleSubmit(async ({ current_password, ...pair }) => {
    setOutcome({});
    const result = await send(asksCurrent ? { ...pair, current_password } : pair);
    if (!result.ok) {
      refuse(result.problem);
      return;
    }
    reset();
    setAsksCurrent(false);
    setOutcome({ isSaved: true });
  });
  return { form, asksCurrent, outcome, submit };
}
