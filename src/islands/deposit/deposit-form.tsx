import type { Ref, SubmitEvent } from 'react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { User } from '../../lib/contract/entities.ts';
import type { OpenedDeposit, PaymentMethod, PaymentOptions } from '../../lib/contract/payments/payment-entities.ts';
import { formatMoney } from '../../lib/format/format-number.ts';
import { formatRoundMoney } from '../../lib/format/spaced-money.ts';
import type { Translate } from '../../lib/i18n/translate.ts';
import { toMajor, toMinor } from '../../lib/money.ts';
import { Button } from '../shared/button.tsx';
import { AmountField, typedAmount, writtenAmount } from '../shared/fields/amount-field.tsx';
import type { Shutting } from './deposit-context.ts';
import { useDeposit } from './deposit-context.ts';
import styles from './deposit-form.module.css';
import { BankAccount, MethodCards, methodLabel } from './method-cards.tsx';
import { OpenedNote, OpenNote } from './opened-note.tsx';
import { Following } from './paying.tsx';
import { leastText, readDeposit, useDepositForm } from './use-deposit-form.ts';

interface DepositFormProps {
  options: PaymentOptions;
  user: User;
  onShutting: (shutting: Shutting) => void;
}

/** Asks for the method and the amount, then shows the next step of the payment. */
export function DepositForm({ options, user, onShutting }: DepositFormProps) {
  const { t, locale } = useDeposit();
  const form = useDepositForm(options);
  const { method, amount, fault, phase, left, paying, submit, goOn, changeWay, setAmount, setMethod } = form;
  const [newest] = options.opened;
  useNamedDeposit(options.opened, goOn);
  const parsed = readDeposit(amount, options);
  const written = parsed.ok ? amountOf(parsed.amount, locale, options.currency) : undefined;
  const field = useRef<HTMLInputElement>(null);
  const wasFollowing = useRef(false);
  const step = typeof phase === 'object' && phase.kind !== 'going' ? phase : undefined;
  const isBusy = phase !== 'form' && step === undefined;
  const isFollowing = step !== undefined;
  // A press outside must not discard what was typed into a cashier.
  const shutting = isBusy ? 'never' : isFollowing ? 'by its button' : 'anyhow';
  // A layout effect, so that it takes effect in the same paint as the busy button: any later, and Escape could still
  // close the dialog.
  useLayoutEffect(() => onShutting(shutting), [shutting, onShutting]);
  useEffect(() => {
    // The button that returned to the form is gone, so the amount field gets the focus.
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
          onCancelled={() => field.current?.focus()}
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
          <p ref={revealRefusal} className={styles.refusal}>
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

/** The amount as displayed here, and as typed into a bank's form. */
function amountOf(major: number, locale: string, currency: string) {
  return { shown: formatMoney(major, locale, currency), written: writtenAmount(major, locale) };
}

/** The hint that says what happens next, and when the money will arrive. */
function hintOf({ kind, simulated, by_hand: byHand }: PaymentMethod, t: Translate): string {
  if (simulated === 1) return t(kind === 'bank' ? 'deposit.hint.simulatedBank' : 'deposit.hint.simulated');
  return t(byHand === 1 && kind === 'link' ? 'deposit.hint.byHand' : `deposit.hint.${kind}`);
}

/** Scrolls a refusal into view: it is below the button, which on a phone may be off the screen. */
function revealRefusal(refusal: HTMLElement | null): void {
  refusal?.scrollIntoView({ block: 'nearest' });
}

/** The query parameter that names the deposit to continue. */
const transactionParam = 'transaction';

/** Continues the open deposit that the URL names. Removes it from the URL, so that a reload shows the form again. */
function useNamedDeposit(opened: readonly OpenedDeposit[], goOn: (one: OpenedDeposit) => Promise<void>): void {
  const first = useRef({ opened, goOn });
  useEffect(() => {
    const address = new URL(location.href);
    const id = address.searchParams.get(transactionParam);
    if (id === null) return;
    address.searchParams.delete(transactionParam);
    history.replaceState(history.state, '', address);
    const named = first.current.opened.find(({ transaction_id: own }) => own === id);
    if (named) void first.current.goOn(named);
  }, []);
}

interface AmountPartProps {
  options: PaymentOptions;
  amount: string;
  /** True while the deposit is being sent. */
  isBusy: boolean;
  error: string | undefined;
  onChange: (amount: string) => void;
  ref: Ref<HTMLInputElement>;
}

/** Multiples of the minimum deposit. */
const quickTimes = [1, 2, 4, 10];

/** The amount: typed, or one of four common ones. */
function AmountPart({ options, amount, isBusy, error, onChange, ref }: AmountPartProps) {
  const { t, locale } = useDeposit();
  const { currency, minimum_deposit: least, maximum_deposit: most } = options;
  // Calculated in minor units, so that ten times 33.33 is exactly 333.30.
  const quick = quickTimes.map((times) => toMajor(times * toMinor(least))).filter((one) => one > 0 && one <= most);
  const parsed = readDeposit(amount, options);
  return (
    <div>
      <AmountField
        {...{ ref, t, locale, currency, error, onChange }}
        value={amount}
        readOnly={isBusy}
        hint={leastText({ options, t, locale })}
      />
      <div className={styles.quick} role="group" aria-label={t('deposit.amount.quick')}>
        {quick.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={parsed.ok && parsed.amount === one}
            aria-disabled={isBusy || undefined}
            onClick={() => !isBusy && onChange(typedAmount(one, locale))}
          >
            {formatRoundMoney(one, locale, currency)}
          </button>
        ))}
      </div>
    </div>
  );
}
