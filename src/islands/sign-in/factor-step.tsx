import type { SubmitEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { Translate } from '../../lib/i18n/translate.ts';
import { Button } from '../shared/button.tsx';
import { CodeField } from '../shared/fields/code-field.tsx';
import styles from './factor-step.module.css';

interface FactorStepProps {
  /** Must have the texts of the namespace `login`. */
  translate: Translate;
  /** Sends the code. Resolves to the text of a refusal, or to undefined: then the step stays busy. */
  send: (code: string) => Promise<string | undefined>;
  /** Returns to the previous step; undefined if there is none. */
  onBack?: () => void;
}

/** Asks for a code from the authenticator app, or for a recovery code instead. */
export function FactorStep({ translate: t, send, onBack }: FactorStepProps) {
  const [isRecovery, setIsRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), [isRecovery]);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setFault(undefined);
    setIsBusy(true);
    const refusal = code.trim() === '' ? t('login.secondFactor.required') : await send(code.trim());
    if (refusal === undefined) return;
    setIsBusy(false);
    setFault(refusal);
    input.current?.select();
  }

  function change(): void {
    setIsRecovery(!isRecovery);
    setCode('');
    setFault(undefined);
  }

  return (
    <form className={styles.step} method="post" noValidate onSubmit={(event) => void submit(event)}>
      <h2>{t('login.secondFactor.title')}</h2>
      <p className={styles.lead}>{t(isRecovery ? 'login.secondFactor.recoveryLead' : 'login.secondFactor.lead')}</p>
      <CodeField
        key={String(isRecovery)}
        ref={input}
        label={t(isRecovery ? 'login.secondFactor.recoveryCode' : 'login.secondFactor.code')}
        name="second_factor"
        kind={isRecovery ? 'recovery' : 'app'}
        isLarge
        value={code}
        error={fault}
        onChange={setCode}
      />
      <Button type="submit" variant="primary" isLoading={isBusy} className={styles.wide}>
        {t('login.secondFactor.submit')}
      </Button>
      <div className={styles.ways}>
        <button type="button" className={styles.way} onClick={change}>
          {t(isRecovery ? 'login.secondFactor.useApp' : 'login.secondFactor.useRecovery')}
        </button>
        {onBack && (
          <button type="button" className={styles.way} onClick={onBack}>
            {t('login.secondFactor.back')}
          </button>
        )}
      </div>
    </form>
  );
}
