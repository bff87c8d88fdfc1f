import type { SubmitEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { FactorSetUp } from '../../../lib/contract/accounts/account-entities.ts';
import { startFactor } from '../../../stores/account/security.ts';
import { useAccount } from '../account-context.ts';
import { useProblemText } from '../use-problem-text.ts';
import { Button } from '../../shared/button.tsx';
import { FormOutcome } from '../../shared/form-outcome.tsx';
import { PasswordField } from '../../shared/fields/password-field.tsx';
import card from './card.module.css';
import styles from './factor.module.css';

interface FactorOffProps {
  email: string;
  onStarted: (setUp: FactorSetUp) => void;
}

/** Says what the second factor is good for and begins with it; the password is asked for where the server wants it. */
export function FactorOff({ email, onStarted }: FactorOffProps) {
  const { t } = useAccount();
  const problemText = useProblemText();
  const [password, setPassword] = useState<string>();
  const [fault, setFault] = useState<{ atPassword?: string; other?: string }>({});
  const [isBusy, setIsBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const asks = password !== undefined;
  useEffect(() => {
    if (asks) field.current?.focus();
  }, [asks]);

  async function start(): Promise<void> {
    if (password === '') {
      const title = t('fields.titles.current_password');
      setFault({ atPassword: t('fields.errors.required', { title }) });
      field.current?.focus();
      return;
    }
    setFault({});
    setIsBusy(true);
    const result = await startFactor(password);
    setIsBusy(false);
    if (result.ok) {
      onStarted(result.setUp);
      return;
    }
    const { code } = result.problem;
    if (code === 'CURRENT_PASSWORD_REQUIRED') setPassword('');
    setFault({ [code.startsWith('CURRENT_PASSWORD') ? 'atPassword' : 'other']: problemText(result.problem) });
    field.current?.focus();
    field.current?.select();
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!isBusy) void start();
  }

  return (
    <form className={styles.offForm} method="post" noValidate onSubmit={submit}>
      <p className={card.text}>{t('account.security.factor.offText')}</p>
      {asks && (
        <div className={styles.narrow}>
          {/* Tells password managers whose it is. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            ref={field}
            translate={t}
            autoComplete="current-password"
            label={t('fields.titles.current_password')}
            name="current_password"
            value={password}
            error={fault.atPassword}
            onChange={(event) => setPassword(event.target.value)}
          />
        </div>
      )}
      <div className={card.actions}>
        <Button type="submit" variant="primary" isLoading={isBusy}>
          {t(asks ? 'account.security.factor.continue' : 'account.security.factor.setUp')}
        </Button>
      </div>
      {fault.other !== undefined && <FormOutcome refusal={fault.other} />}
    </form>
  );
}
