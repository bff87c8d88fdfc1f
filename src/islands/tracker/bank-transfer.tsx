import { useStore } from '@nanostores/react';
import type { TransactionDetails } from '../../lib/contract/payments/payment-entities.ts';
import { formatMoney } from '../../lib/format/format-number.ts';
import { $paymentOptions } from '../../stores/payments/options.ts';
import { $session } from '../../stores/session.ts';
import { useList } from '../lists/list-context.ts';
import { BankLines } from './bank-lines.tsx';
import { methodOf } from './method-of.ts';

/** Where the transfer of a deposit goes to that has not come yet. */
export function BankTransfer({ details }: { details: TransactionDetails }) {
  const { t, locale, currency } = useList();
  const account = methodOf(details, useStore($paymentOptions, { ssr: 'initial' }))?.account;
  const session = useStore($session, { ssr: 'initial' });
  if (!account || !session) return null;
  const plain = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false };
  // Forms of banks take no sign of a currency, and nothing between thousands.
  const written = details.amount.toLocaleString(locale, plain);
  const amount = { shown: formatMoney(details.amount, locale, currency), written };
  const words = {
    title: t('tracker.bank.title'),
    amount: t('tracker.bank.amount'),
    reference: t('tracker.bank.reference'),
    text: t('tracker.bank.text'),
    copy: (name: string) => t('tracker.bank.copy', { name }),
    copied: (name: string) => t('tracker.bank.copied', { name }),
    notCopied: t('tracker.bank.notCopied'),
  };
  return <BankLines {...{ account, locale, amount, words }} reference={session.user.uniqid} />;
}
