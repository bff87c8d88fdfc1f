import { useEffect, useRef, useState } from 'react';
import type { Problem } from '../../lib/contract/problem.ts';
import { formatMoney } from '../../lib/format/format-number.ts';
import type { ParsedAmount } from '../../lib/format/parse-amount.ts';
import { parseAmountWithin } from '../../lib/format/parse-amount.ts';
import type { Translate } from '../../lib/i18n/translate.ts';
import { $paymentOptions } from '../../stores/payments/options.ts';
import type { WithdrawalAttempt, WithdrawalFaults, WithdrawalInput } from '../../stores/payments/withdrawal.ts';
import {
  checkWithdrawal,
  isOpenAttempt,
  isUnclear,
  $openAttempt,
  openAttempt,
  requestWithdrawal,
} from '../../stores/payments/withdrawal.ts';
import { useList } from '../lists/list-context.ts';
import { amountErrorText, writtenAmount } from '../shared/fields/amount-field.tsx';
import type { Requested } from './requested-panel.tsx';

interface WithdrawalParts {
  /** Major units. */
  withdrawable: number;
  onRequested: (requested: Requested) => void;
}

/** The current values of the form. */
interface Filled {
  amount: string;
  comments: string;
  code: string;
  /** Whether the account requires a code of its second factor. */
  asksCode: boolean;
}

/** One cent, in major units. */
const least = 0.01;
const empty: Filled = { amount: '', comments: '', code: '', asksCode: false };

/** The state of the withdrawal form, kept until a withdrawal is accepted, so that a refusal loses nothing. */
export function useWithdrawal({ withdrawable, onRequested }: WithdrawalParts) {
  const { t, locale, currency } = useList();
  // A request that was sent before a reload and not answered.
  const [left] = useState(openAttempt);
  const open = useOpenAttempt(left);
  const [filled, setFilled] = useState(() => (left ? filledAgain(left, locale) : empty));
  const [isTried, setIsTried] = useState(false);
  const [codeFault, setCodeFault] = useState<string>();
  const [refusal, setRefusal] = useState(() => (left ? t('withdraw.errors.unreachable') : undefined));
  const [isBusy, setIsBusy] = useState(false);
  const isUnderWay = useRef(false);
  const [isTouched, setIsTouched] = useState(false);
  const parsed = parseAmountWithin(filled.amount, currency, { least, most: withdrawable });
  const input = { amount: parsed, comments: filled.comments };
  // If the first attempt of a repeated request arrived, it has already reduced the withdrawable amount, so that limit
  // is not checked here.
  const isAgain = parsed.ok && isOpenAttempt({ amount: parsed.amount, comments: onOneLine(filled.comments) }, open);
  const faults = checkWithdrawal(input, isAgain ? Infinity : withdrawable);
  const most = withdrawable > 0 ? formatMoney(withdrawable, locale, currency) : undefined;
  const errors = errorsOf({ faults, parsed, isTried, codeFault }, { t, locale, most });

  /** Sends the request; returns the field to focus, if any. */
  async function send(): Promise<WithdrawalField | undefined> {
    if (isUnderWay.current) return undefined;
    setIsTried(true);
    setIsTouched(true);
    setRefusal(undefined);
    setCodeFault(undefined);
    if (faults.amount || !parsed.ok) return 'amount';
    if (faults.comments) return 'comments';
    // An empty code is left out. The second factor may be off by now, and the server refuses the request if it is still
    // on.
    const code = filled.code.trim() || undefined;
    isUnderWay.current = true;
    setIsBusy(true);
    const { amount } = parsed;
    const result = await requestWithdrawal({ amount, comments: onOneLine(filled.comments), locale, code });
    isUnderWay.current = false;
    setIsBusy(false);
    if (!result.ok) return refuse(result.problem);
    setFilled(empty);
    setIsTried(false);
    setIsTouched(false);
    onRequested({ id: result.transactionId, amount });
    return undefined;
  }

  function refuse(problem: Problem): WithdrawalField | undefined {
    const refused = refusedBy(problem, { input, asksCode: filled.asksCode, t });
    setCodeFault(refused.codeFault);
    setRefusal(refused.refusal);
    if (refused.field === 'code') change({ asksCode: true });
    return refused.field;
  }

  function change(change: Partial<Filled>): void {
    setFilled((before) => ({ ...before, ...change }));
    setIsTouched(true);
    if (change.code !== undefined) setCodeFault(undefined);
  }

  /** `isBegun`: something was typed, or a request was sent and not answered. */
  return { filled, errors, refusal, isBusy, isBegun: isTouched || open !== null, change, send };
}

/** The request that was sent and not answered, or null; follows changes. */
function useOpenAttempt(first: WithdrawalAttempt | null): WithdrawalAttempt | null {
  const [open, setOpen] = useState(first);
  useEffect(() => $openAttempt.listen(setOpen), []);
  return open;
}

/** Comments are stored on one line; separate lines are joined by commas. */
function onOneLine(comments: string): string {
  return comments.trim().replace(/\s*\n\s*/g, ', ');
}

function filledAgain({ amount, comments }: WithdrawalAttempt, locale: string): Filled {
  return { ...empty, amount: writtenAmount(amount, locale), comments };
}

export type Withdrawal = ReturnType<typeof useWithdrawal>;

export type WithdrawalField = 'amount' | 'comments' | 'code';

interface Refused {
  /** The field to focus. */
  field?: WithdrawalField;
  codeFault?: string;
  /** Concerns the whole form. */
  refusal?: string;
}

interface RefusedParts {
  input: WithdrawalInput;
  /** Whether the form showed a field for the code. */
  asksCode: boolean;
  t: Translate;
}

/** What the form shows if the server refuses the request. */
function refusedBy({ code, fields = {} }: Problem, { input, asksCode, t }: RefusedParts): Refused {
  if (code === 'SECOND_FACTOR_REQUIRED')
    return { field: 'code', ...(asksCode && { codeFault: t('withdraw.code.required') }) };
  if (code === 'SECOND_FACTOR_WRONG' || 'code' in fields)
    return { field: 'code', codeFault: t('problems.SECOND_FACTOR_WRONG') };
  if (!('amount' in fields) && code !== 'INSUFFICIENT_FUNDS')
    return { refusal: t(isUnclear(code) ? 'withdraw.errors.unreachable' : `problems.${code}`) };
  // The amount field says what is wrong at the current balance. If the balance is sufficient again, the form says that
  // it has changed.
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
  /** The amount that can be withdrawn, formatted; undefined if that is zero. */
  most: string | undefined;
}

/** The error texts by field. */
function errorsOf(
  { faults, parsed, isTried, codeFault }: Faulty,
  words: ErrorWords,
): Partial<Record<WithdrawalField, string | undefined>> {
  // An amount above the limit can be reported while typing.
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
      return amountErrorText(parsed, t, locale);
    case 'zero':
      return t('amount.zero');
    case 'maximum':
      return most === undefined ? t('withdraw.none.title') : t('withdraw.errors.amountMaximum', { amount: most });
    case undefined:
      return undefined;
  }
}
