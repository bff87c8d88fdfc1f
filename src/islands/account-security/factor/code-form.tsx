import type { SubmitEvent } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { useAccount } from '../../account/account-context.ts';
import { Button } from '../../shared/button.tsx';
import { CodeField } from '../../shared/code/code-field.tsx';
import card from '../../account/security/card.module.css';
import styles from '../../account/security/factor.module.css';

interface CodeFormProps {
  /** What is about to be done; none where the form stands below its own heading. */
  title?: string;
  lead?: string;
  submitLabel: string;
  /** Resolves to the words of a refusal; to nothing where it was done. */
  send: (code: string) => Promise<string | undefined>;
  onCancel: () => void;
  /** Whether the keyboard comes to the field by itself. */
  takesFocus?: boolean;
}

/** Asks for a code and does what is done by it. */
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
