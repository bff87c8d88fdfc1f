import type { Problem } from '../../lib/contract/problem.ts';
import type { ParsedAmount } from '../../lib/format/parse-amount.ts';
import type { Translate } from '../../lib/i18n/translate.ts';
import type { WithdrawalFaults, WithdrawalInput } from '../../stores/payments/check-withdrawal.ts';
import { checkWithdrawal } from '../../stores/payments/check-withdrawal.ts';
import { $paymentOptions } from '../../stores/payments/options.ts';
import { isUnclear } from '../../stores/payments/withdrawal.ts';
import { amountWords } from '../shared/fields/amount-words.ts';

export type WithdrawalField = 'amount' | 'comments' | 'code';

interface Refused {
  /** The keyboard goes there. */
  field?: WithdrawalField;
  codeFault?: string;
  /** Of the whole form. */
  refusal?: string;
}

interface RefusedParts {
  input: WithdrawalInput;
  /** Whether there was a field for the code. */
  asksCode: boolean;
  t: Translate;
}

/** What the form says of a refusal by the server. */
export function refusedBy({ code, fields = {} }: Problem, { input, asksCode, t }: RefusedParts): Refused {
  if (code === 'SECOND_FACTOR_REQUIRED')
    return { field: 'code', ...(asksCode && { codeFault: t('withdraw.code.required') }) };
  if (code === 'SECOND_FACTOR_WRONG' || 'code' in fields)
    return { field: 'code', codeFault: t('problems.SECOND_FACTOR_WRONG') };
  if (!('amount' in fields) && code !== 'INSUFFICIENT_FUNDS')
    return { refusal: t(isUnclear(code) ? 'withdraw.errors.unreachable' : `problems.${code}`) };
  // The field says what is wrong with the amount, with what is there by now; unless that has become enough meanwhile.
  return { field: 'amount', ...(!isWrongNow(input) && { refusal: t('withdraw.errors.amountChanged') }) };
}

function isWrongNow(input: WithdrawalInput): boolean {
  const state = $paymentOptions.get();
  return state.status === 'ready' && checkWithdrawal(input, state.options.withdrawable).amount !== undefined;
}

interface Faulty {
  faults: WithdrawalFaults;
  parsed: ParsedAmount;
  isTried: boolean;
  codeFault: string | undefined;
}

interface ErrorWords {
  t: Translate;
  locale: string;
  /** What can be paid out, as it is written; undefined where that is nothing. */
  most: string | undefined;
}

/** By field what is said there. */
export function errorsOf(
  { faults, parsed, isTried, codeFault }: Faulty,
  words: ErrorWords,
): Partial<Record<WithdrawalField, string | undefined>> {
  // More than there is can be told while it is typed.
  const isShown = isTried || faults.amount === 'maximum';
  return {
    amount: isShown ? amountError(faults.amount, parsed, words) : undefined,
    comments: isTried && faults.comments ? words.t('withdraw.errors.commentsRequired') : undefined,
    code: codeFault,
  };
}

function amountError(fault: WithdrawalFaults['amount'], parsed: ParsedAmount, { t, locale, most }: ErrorWords) {
  switch (fault) {
    case 'unread':
      return amountWords(parsed, t, locale);
    case 'zero':
      return t('amount.zero');
    case 'maximum':
      return most === undefined ? t('withdraw.none.title') : t('withdraw.errors.amountMaximum', { amount: most });
    case undefined:
      return undefined;
  }
}
