import type { PaymentMethod } from '../../lib/contract/payments/payment-entities.ts';
import { BankDetails } from '../tracker/bank-details.tsx';
import { useDeposit } from './deposit-context.ts';
import styles from './method-cards.module.css';

interface MethodCardsProps {
  methods: readonly PaymentMethod[];
  chosen: PaymentMethod;
  isBusy: boolean;
  onChoose: (method: PaymentMethod) => void;
}

/** One card to choose for each configured payment method. */
export function MethodCards({ methods, chosen, isBusy, onChoose }: MethodCardsProps) {
  const { t, locale } = useDeposit();
  return (
    <fieldset className={styles.methods} aria-disabled={isBusy || undefined}>
      <legend>{t('deposit.method.legend')}</legend>
      {methods.map((method) => (
        <label key={`${method.method} ${method.provider}`} className={styles.card}>
          <input
            type="radio"
            name="method"
            value={method.provider}
            checked={method.provider === chosen.provider && method.method === chosen.method}
            // Not disabled while sending, so that the focus stays.
            onChange={() => !isBusy && onChoose(method)}
          />
          <MethodIcon icon={method.icon} />
          <span className={styles.name}>{methodLabel(method, locale)}</span>
          {method.simulated === 1 ? (
            <span className={styles.tag}>{t('deposit.method.simulated')}</span>
          ) : (
            <span className={styles.kind}>{t(`deposit.kind.${method.kind}`)}</span>
          )}
        </label>
      ))}
    </fieldset>
  );
}

/** A method's name in a language. */
export function methodLabel({ label, labels }: Pick<PaymentMethod, 'label' | 'labels'>, locale: string): string {
  return labels?.[locale] ?? label;
}

/** Our own drawings, to avoid copying the brands of payment schemes. */
const drawings: Record<PaymentMethod['icon'], string> = {
  card: 'M4 6h20a2.5 2.5 0 0 1 2.5 2.5v11A2.5 2.5 0 0 1 24 22H4a2.5 2.5 0 0 1-2.5-2.5v-11A2.5 2.5 0 0 1 4 6zM1.5 11.5h25M6 17.5h5',
  bank: 'M2.5 11 14 4.5 25.5 11zM5.5 14.5V20M11 14.5V20M17 14.5V20M22.5 14.5V20M3 23.5h22',
  wallet:
    'M23.5 9V7A2.5 2.5 0 0 0 21 4.5H5A3 3 0 0 0 2 7.5V21a2.5 2.5 0 0 0 2.5 2.5H24a2 2 0 0 0 2-2V11a2 2 0 0 0-2-2H4M26 14h-5.5a2.25 2.25 0 0 0 0 4.5H26',
  transfer: 'M3 10h20M18 5l5 5-5 5M25 19H5M10 14l-5 5 5 5',
  voucher: 'M3 7h22v4.5a2.5 2.5 0 0 0 0 5V21H3v-4.5a2.5 2.5 0 0 0 0-5zM18 9.5v1.5M18 13.25v1.5M18 17v1.5',
};

function MethodIcon({ icon }: { icon: PaymentMethod['icon'] }) {
  return (
    <svg className={styles.icon} viewBox="0 0 28 28" width="28" height="28" aria-hidden="true">
      <path d={drawings[icon]} />
    </svg>
  );
}

interface BankAccountProps {
  account: NonNullable<PaymentMethod['account']>;
  /** The amount as displayed and as a bank's form accepts it; undefined if there is none yet. */
  amount: { shown: string; written: string } | undefined;
  /** The transfer reference by which the broker recognises the customer. */
  reference: string;
}

/** The bank account to transfer the deposit to. */
export function BankAccount(props: BankAccountProps) {
  const { t, locale } = useDeposit();
  const words = {
    title: t('deposit.bank.title'),
    amount: t('amount.label'),
    reference: t('deposit.bank.reference'),
    text: t('deposit.bank.text'),
    copy: (name: string) => t('deposit.bank.copy', { name }),
    copied: (name: string) => t('deposit.bank.copied', { name }),
    notCopied: t('deposit.bank.notCopied'),
  };
  return <BankDetails {...props} locale={locale} words={words} />;
}
