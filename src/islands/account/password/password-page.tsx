import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { newPasswordMinimum, newPasswordPair, samePasswords } from '../../../lib/contract/accounts/account-fields.ts';
import type { User } from '../../../lib/contract/entities.ts';
import type { Problem } from '../../../lib/contract/problem.ts';
import { changePassword } from '../../../stores/account/password.ts';
import { Button } from '../../shared/button.tsx';
import { passwordProps, showFaults } from '../../shared/field-props.ts';
import { FormOutcome } from '../../shared/form-outcome.tsx';
import { PasswordField } from '../../shared/password-field.tsx';
import { useAccount } from '../account-context.ts';
import { SavedNote } from '../saved-note.tsx';
import { useProblemText } from '../use-problem-text.ts';
import styles from './password.module.css';

const fields = { ...newPasswordPair, current_password: z.optional(z.string()) };
const passwordSchema = z.object(fields).check(samePasswords);
/** With the field that the server asked for. */
const wholeSchema = z
  .object({
    ...fields,
    current_password: z
      .string({ error: 'Current password is required' })
      .check(z.minLength(1, { error: 'Current password is required' })),
  })
  .check(samePasswords);
type Passwords = z.infer<typeof passwordSchema>;

/** A new password. The one that there is is asked for only where the server wants it, and nothing that was typed is lost then. */
export function PasswordPage({ user }: { user: User }) {
  const { t } = useAccount();
  const problemText = useProblemText();
  const [asksCurrent, setAsksCurrent] = useState(false);
  const [outcome, setOutcome] = useState<{ refusal?: string; isSaved?: boolean }>({});
  const form = useForm<Passwords>({
    defaultValues: { new_password: '', confirm_password: '', current_password: '' },
    resolver: zodResolver(asksCurrent ? wholeSchema : passwordSchema),
  });
  const { handleSubmit, formState, reset, setError, setFocus } = form;
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
    const result = await changePassword(asksCurrent ? { ...pair, current_password } : pair);
    if (!result.ok) {
      refuse(result.problem);
      return;
    }
    reset();
    setAsksCurrent(false);
    setOutcome({ isSaved: true });
  });

  return (
    <form className={styles.form} method="post" noValidate onSubmit={(event) => void submit(event)}>
      {/* Tells password managers whose it is. */}
      <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField
        translate={t}
        autoComplete="new-password"
        hint={t('account.password.hint', { n: newPasswordMinimum })}
        {...passwordProps(form, t, 'new_password')}
      />
      <PasswordField translate={t} autoComplete="new-password" {...passwordProps(form, t, 'confirm_password')} />
      {asksCurrent && (
        <PasswordField
          translate={t}
          autoComplete="current-password"
          hint={t('account.password.currentHint')}
          {...passwordProps(form, t, 'current_password')}
        />
      )}
      <p className={styles.others}>{t('account.password.others')}</p>
      <div className={styles.foot}>
        <Button type="submit" variant="primary" isLoading={formState.isSubmitting}>
          {t('account.password.submit')}
        </Button>
        <SavedNote isShown={outcome.isSaved === true && !formState.isDirty} />
      </div>
      <FormOutcome refusal={outcome.refusal} />
    </form>
  );
}
