import type { SubmitEvent } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import type { FactorSetUp } from '../../../lib/contract/accounts/account-entities.ts';
import { startFactor } from '../../../stores/account/security.ts';
import { Button } from '../../shared/button.tsx';
import { CodeField } from '../../shared/fields/code-field.tsx';
import { PasswordField } from '../../shared/fields/password-field.tsx';
import { FormOutcome } from '../../shared/fields/form-outcome.tsx';
import { CopyButton } from '../../shared/export/copy-button.tsx';
import { QrCode } from '../../shared/export/qr-code.tsx';
import { useAccount, useProblemText } from '../account-context.ts';
import card from './card.module.css';
import styles from './factor.module.css';

interface FactorOffProps {
  email: string;
  onStarted: (setUp: FactorSetUp) => void;
}

/** Explains the second factor and starts its set-up. Asks for the password only if the server requires it. */
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
          {/* Tells password managers which account the password belongs to. */}
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

interface SetUpFormProps {
  setUp: FactorSetUp;
  send: (code: string) => Promise<string | undefined>;
  onCancel: () => void;
}

/** Shows the secret as a QR code and as text, and asks for a code from the app to confirm the set-up. */
export function SetUpForm({ setUp, send, onCancel }: SetUpFormProps) {
  const { t } = useAccount();
  const inGroups = setUp.secret.match(/.{1,4}/g)?.join(' ') ?? '';
  return (
    <ol className={styles.steps}>
      <li>
        <h3>{t('account.security.setUp.scan')}</h3>
        <p className={card.text}>{t('account.security.setUp.scanText')}</p>
        <div className={styles.scan}>
          <QrCode text={setUp.uri} label={t('account.security.setUp.qr')} />
          <div className={styles.byHand}>
            <p className={styles.label}>{t('account.security.setUp.byHand')}</p>
            <code className={styles.secret}>{inGroups}</code>
            <div className={card.actions}>
              <CopyButton
                text={setUp.secret}
                variant="secondary"
                copied={t('account.security.copied')}
                notCopied={t('account.security.copyFailed')}
              >
                {t('account.security.setUp.copy')}
              </CopyButton>
              <a className={styles.appLink} href={setUp.uri}>
                {t('account.security.setUp.openApp')}
              </a>
            </div>
          </div>
        </div>
      </li>
      <li>
        <h3>{t('account.security.setUp.confirm')}</h3>
        <p className={card.text}>{t('account.security.setUp.confirmText')}</p>
        <CodeForm submitLabel={t('account.security.setUp.submit')} send={send} onCancel={onCancel} takesFocus={false} />
      </li>
    </ol>
  );
}

interface CodeFormProps {
  /** Heading that names the action to confirm; omitted if there is already one above the form. */
  title?: string;
  lead?: string;
  submitLabel: string;
  /** Resolves to the text of a refusal, or to undefined on success. */
  send: (code: string) => Promise<string | undefined>;
  onCancel: () => void;
  /** Whether the field takes the focus when it appears. */
  takesFocus?: boolean;
}

/** Asks for a code and performs the action that it confirms. */
export function CodeForm({ title, lead, submitLabel, send, onCancel, takesFocus = true }: CodeFormProps) {
  const { t } = useAccount();
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setFault(undefined);
    setIsBusy(true);
    const missing = t('fields.errors.required', { title: t('fields.titles.code') });
    const refusal = code.trim() === '' ? missing : await send(code.trim());
    setIsBusy(false);
    setFault(refusal);
    if (refusal === undefined) return;
    input.current?.focus();
    input.current?.select();
  }

  return (
    <form
      className={styles.codeForm}
      method="post"
      noValidate
      aria-labelledby={title === undefined ? undefined : titleId}
      onSubmit={(event) => void submit(event)}
    >
      {title !== undefined && <h3 id={titleId}>{title}</h3>}
      {lead !== undefined && <p className={card.text}>{lead}</p>}
      <CodeField
        ref={input}
        label={t('fields.titles.code')}
        name="code"
        kind={title === undefined ? 'app' : 'either'}
        value={code}
        error={fault}
        onChange={setCode}
      />
      <div className={card.actions}>
        <Button type="submit" variant="primary" isLoading={isBusy}>
          {submitLabel}
        </Button>
        <Button variant="quiet" disabled={isBusy} onClick={onCancel}>
          {t('account.security.cancel')}
        </Button>
      </div>
    </form>
  );
}
