import type { PaymentMethod, PaymentOptions } from '../../lib/contract/payments/payment-entities.ts';
import type { ParsedAmount } from '../../lib/format/parse-amount.ts';
import { parseAmountWithin } from '../../lib/format/parse-amount.ts';
import { formatSpacedMoney } from '../../lib/format/spaced-money.ts';
import type { Translate } from '../../lib/i18n/translate.ts';
import type { DepositResult } from '../../stores/payments/deposit.ts';
import { $paymentOptions, loadPaymentOptions } from '../../stores/payments/options.ts';
import { amountWords } from '../shared/fields/amount-field.tsx';

/** What is wrong with the form. */
export interface DepositFault {
  /** Shown at the amount. */
  amount?: string;
  /** Concerns the whole form. */
  refusal?: string;
}

export interface DepositWords {
  options: PaymentOptions;
  t: Translate;
  locale: string;
}

/** Parses the typed amount and checks it against the limits. */
export function readDeposit(amount: string, options: PaymentOptions): ParsedAmount {
  const { currency, minimum_deposit: least, maximum_deposit: most } = options;
  return parseAmountWithin(amount, currency, { least, most });
}

/** Why an amount cannot be sent; undefined if it can. */
export function amountFault(parsed: ParsedAmount, words: DepositWords): string | undefined {
  const { options, t, locale } = words;
  if (!parsed.ok) return amountWords(parsed, t, locale);
  if (parsed.amount < options.minimum_deposit) return leastText(words);
  return parsed.amount > options.maximum_deposit ? mostText(words) : undefined;
}

export function leastText({ options, t, locale }: DepositWords): string {
  return t('deposit.amount.minimum', {
    amount: formatSpacedMoney(options.minimum_deposit, locale, options.currency),
  });
}

function mostText({ options, t, locale }: DepositWords): string {
  return t('deposit.amount.maximum', {
    amount: formatSpacedMoney(options.maximum_deposit, locale, options.currency),
  });
}

/**
 * The text of a refusal; no money has moved. If the offered methods or limits were the reason, they have been loaded
 * again.
 */
export async function refusalOf(
  result: DepositResult,
  parsed: ParsedAmount,
  words: DepositWords,
): Promise<DepositFault> {
  const { t } = words;
  if (result.ok) return { refusal: t('deposit.refusal.noPage') };
  const { code, fields } = result.problem;
  const isAboutAmount = code === 'VALIDATION' && fields?.['amount'] !== undefined;
  if (isAboutAmount || code === 'METHOD_NOT_OFFERED') await loadPaymentOptions();
  if (isAboutAmount) {
    const state = $paymentOptions.get();
    const amount = state.status === 'ready' ? amountFault(parsed, { ...words, options: state.options }) : undefined;
    return amount === undefined ? { refusal: t('deposit.refusal.changed') } : { amount };
  }
  if (code === 'UNAVAILABLE')
    return { refusal: t(result.isBegun ? 'deposit.refusal.provider' : 'deposit.refusal.unreachable') };
  return { refusal: t(`problems.${code}`) };
}

/** What happens next, and when the money will arrive. */
export function hintOf({ kind, simulated, by_hand: byHand }: PaymentMethod, t: Translate): string {
  if (simulated === 1) return t('deposit.hint.simulated');
  return t(byHand === 1 && kind === 'link' ? 'deposit.hint.byHand' : `deposit.hint.${kind}`);
}
