import type { SubmitEvent } from 'react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { User } from '../../lib/contract/entities.ts';
import type { PaymentOptions } from '../../lib/contract/payments/payment-entities.ts';
import { formatMoney } from '../../lib/format/format-number.ts';
import { writtenAmount } from '../shared/fields/amount-words.ts';
import { Button } from '../shared/button.tsx';
import type { Shutting } from './deposit-context.ts';
import { useDeposit } from './deposit-context.ts';
import { BankAccount } from './bank-account.tsx';
import { MethodCards } from './method-cards.tsx';
import { methodLabel } from './method-label.ts';
import { Following } from './paying.tsx';
import { AmountPart } from './amount-part.tsx';
import styles from './deposit-form.module.css';
import { hintOf, readDeposit } from './deposit-words.ts';
import { OpenNote } from './open-note.tsx';
import { OpenedNote } from './opened-note.tsx';
import { useAsked } from './use-asked.ts';
import { useDepositForm } from './use-deposit-form.ts';

interface DepositFormProps {
  options: PaymentOptions;
  user: User;
  onShutting: (shutting: Shutting) => void;
}

/** How to pay and how much; then whatever follows on it. */
export function DepositForm({ options, user, onShutting }: DepositFormProps) {
  const { t, locale } = useDeposit();
  const form = useDepositForm(options);
  const { method, amount, fault, phase, left, paying, submit, goOn, changeWay, setAmount, setMethod } = form;
  const [newest] = options.opened;
  useAsked(options.opened, goOn);
  const parsed = readDeposit(amount, options);
  const written = parsed.ok ? amountOf(parsed.amount, locale, options.currency) : undefined;
  const field = useRef<HTMLInputElement>(null);
  const wasFollowing = useRef(false);
  const step = typeof phase === 'object' && phase.kind !== 'going' ? phase : undefined;
  const isBusy = phase !== 'form' && step === undefined;
  const isFollowing = step !== undefined;
  // What is typed at a cashier is not thrown away by a click beside it.
  const shutting = isBusy ? 'never' : isFollowing ? 'by its button' : 'anyhow';
  // In the same paint as the busy button: after it, an Escape could still close the dialog.
  useLayoutEffect(() => onShutting(shutting), [shutting, onShutting]);
  useEffect(() => {
    // What was pressed to come back is gone.
    if (wasFollowing.current && !isFollowing) field.current?.focus();
    wasFollowing.current = isFollowing;
  }, [isFollowing]);

  async function send(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (!isBusy && (await submit()) === 'amount') field.current?.focus();
  }

  if (step) return <Following step={step} label={methodLabel(paying.method, locale)} onChangeWay={changeWay} />;
  return (
    <form className={styles.form} method="post" noValidate onSubmit={(event) => void send(event)}>
      {newest && (
        <OpenedNote
          key={newest.transaction_id}
          {...{ options, isBusy, one: newest }}
          isGoing={isBusy && paying.transactionId === newest.transaction_id}
          onContinue={() => void goOn(newest)}
          onCalledOff={() => field.current?.focus()}
        />
      )}
      {left && <OpenNote left={left} currency={options.currency} />}
      <MethodCards methods={options.methods} chosen={method} isBusy={isBusy} onChoose={setMethod} />
      <AmountPart ref={field} {...{ options, amount, isBusy }} error={fault.amount} onChange={setAmount} />
      {method.account && <BankAccount account={method.account} amount={written} reference={user.uniqid} />}
      <Button type="submit" variant="primary" isLoading={isBusy && !paying.transactionId} className={styles.submit}>
        {t(`deposit.submit.${method.kind}`)}
      </Button>
      <div className={styles.outcome} role="alert">
        {fault.refusal !== undefined && (
          <p ref={showWhole} className={styles.refusal}>
            {fault.refusal}
          </p>
        )}
      </div>
      {fault.refusal === undefined && (
        <div className={styles.hint}>
          <p>{hintOf(method, t)}</p>
          {user.verified_account === 0 && <p>{t('deposit.hint.unverified')}</p>}
        </div>
      )}
    </form>
  );
}

/** As it is read here, and as it is typed elsewhere. */
function amountOf(major: number, locale: string, currency: string) {
  return { shown: formatMoney(major, locale, currency), written: writtenAmount(major, locale) };
}

/** A refusal stands below the button: on a phone it would be below the screen. */
function showWhole(refusal: HTMLElement | null): void {
  refusal?.scrollIntoView({ block: 'nearest' });
}
