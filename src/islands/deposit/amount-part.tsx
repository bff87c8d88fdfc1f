import type { Ref } from 'react';
import type { PaymentOptions } from '../../lib/contract/payments/payment-entities.ts';
import { formatRoundMoney } from '../../lib/format/spaced-money.ts';
import { toMajor, toMinor } from '../../lib/trading/money.ts';
import { AmountField } from '../shared/fields/amount-field.tsx';
import { typedAmount } from '../shared/fields/amount-words.ts';
import { useDeposit } from './deposit-context.ts';
import styles from './amount-part.module.css';
import { leastText, readDeposit } from './deposit-words.ts';

interface AmountPartProps {
  options: PaymentOptions;
  amount: string;
  /** It is being sent as it is. */
  isBusy: boolean;
  error: string | undefined;
  onChange: (amount: string) => void;
  ref: Ref<HTMLInputElement>;
}

/** Of the least deposit. */
const quickTimes = [1, 2, 4, 10];

/** How much: typed, or one of four that many pay in. */
export function AmountPart({ options, amount, isBusy, error, onChange, ref }: AmountPartProps) {
  const { t, locale } = useDeposit();
  const { currency, minimum_deposit: least, maximum_deposit: most } = options;
  // By its minor units: of 33.33 ten times are 333.30, and nothing beside it.
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
