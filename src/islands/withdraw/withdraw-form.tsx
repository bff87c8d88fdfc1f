import type { SubmitEvent } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { formatMoney } from '../../lib/format/format-number.ts';
import { useList } from '../lists/list-context.ts';
import { Button } from '../shared/button.tsx';
import { CodeField } from '../shared/fields/code-field.tsx';
import { AmountField, writtenAmount } from '../shared/fields/amount-field.tsx';
import { FormOutcome } from '../shared/fields/form-outcome.tsx';
import type { Withdrawal, WithdrawalField } from './use-withdrawal.ts';
import styles from './withdraw.module.css';

interface WithdrawFormProps {
  withdrawal: Withdrawal;
  /** Major units, above zero. */
  withdrawable: number;
  /** Whether the form replaces the button that was pressed, and so takes the focus. */
  isAgain?: boolean;
}

/** Asks for the amount and the purpose of a withdrawal, and for a code if the account has a second factor. */
export function WithdrawForm({ withdrawal, withdrawable, isAgain = false }: WithdrawFormProps) {
  const { t } = useList();
  const { filled, errors, refusal, isBusy, change, send } = withdrawal;
  const form = useRef<HTMLFormElement>(null);
  const [focusTarget, setFocusTarget] = useState<{ field: WithdrawalField } | undefined>(
    isAgain ? { field: 'amount' } : undefined,
  );
  const agreementId = useId();
  // Runs after the refusal is rendered, because the code field only appears with it.
  useEffect(() => {
    if (focusTarget) form.current?.querySelector<HTMLElement>(`[name="${focusTarget.field}"]`)?.focus();
  }, [focusTarget]);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const field = await send();
    if (field) setFocusTarget({ field });
  }

  return (
    <form ref={form} className={styles.card} method="post" noValidate onSubmit={(event) => void submit(event)}>
      <h2>{t('withdraw.form.title')}</h2>
      <AmountPart withdrawal={withdrawal} withdrawable={withdrawable} />
      <CommentsField
        label={t('withdraw.form.comments')}
        hint={t('withdraw.form.commentsHint')}
        error={errors.comments}
        value={filled.comments}
        onChange={(comments) => change({ comments })}
      />
      {filled.asksCode && <CodePart withdrawal={withdrawal} />}
      <p id={agreementId} className={styles.agreement}>
        {t('withdraw.form.agreement')}
      </p>
      <Button
        type="submit"
        variant="primary"
        isLoading={isBusy}
        className={styles.submit}
        aria-describedby={agreementId}
      >
        {t('withdraw.form.submit')}
      </Button>
      <FormOutcome refusal={refusal} />
    </form>
  );
}

function AmountPart({ withdrawal: { filled, errors, change }, withdrawable }: WithdrawFormProps) {
  const { t, locale, currency } = useList();
  return (
    <AmountField
      {...{ t, locale, currency }}
      value={filled.amount}
      error={errors.amount}
      hint={t('withdraw.form.most', { amount: formatMoney(withdrawable, locale, currency) })}
      end={
        <button
          type="button"
          className={styles.all}
          onClick={() => change({ amount: writtenAmount(withdrawable, locale) })}
        >
          {t('withdraw.form.all')}
        </button>
      }
      onChange={(amount) => change({ amount })}
    />
  );
}

function CodePart({ withdrawal: { filled, errors, change } }: Pick<WithdrawFormProps, 'withdrawal'>) {
  const { t } = useList();
  const leadId = useId();
  return (
    <div className={styles.code} role="group" aria-labelledby={leadId}>
      <p id={leadId}>{t('withdraw.code.lead')}</p>
      <CodeField
        label={t('withdraw.code.label')}
        name="code"
        kind="either"
        hint={t('withdraw.code.hint')}
        value={filled.code}
        error={errors.code}
        onChange={(code) => change({ code })}
      />
    </div>
  );
}

/** The contract's limit for the comments. */
const mostCharacters = 1000;

interface CommentsFieldProps {
  label: string;
  hint: string;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

/** A multi-line text field, with its error and its hint below. */
function CommentsField({ label, hint, error, value, onChange }: CommentsFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        name="comments"
        rows={3}
        maxLength={mostCharacters}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-fault ${id}-note` : `${id}-note`}
        onChange={({ target }) => onChange(target.value)}
        onBlur={() => onChange(value.trim())}
      />
      {error && (
        <p id={`${id}-fault`} data-fault="">
          {error}
        </p>
      )}
      <p id={`${id}-note`}>{hint}</p>
    </div>
  );
}
