import type { PaymentMethod } from '../../lib/contract/payments/payment-entities.ts';
import { BankLines } from '../tracker/bank-lines.tsx';
import { useDeposit } from './deposit-context.ts';

interface BankAccountProps {
  account: NonNullable<PaymentMethod['account']>;
  /** How much, as it is written and as a bank's form takes it; none while there is none. */
  amount: { shown: string; written: string } | undefined;
  /** Tells the broker whose the money is. */
  reference: string;
}

/** Where the money is transferred to that is about to be paid in. */
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
  return <BankLines {...props} locale={locale} words={words} />;
}
