import { useState } from 'react';
import type { OpenedDeposit, PaymentMethod, PaymentOptions } from '../../lib/contract/payments/payment-entities.ts';
import type { ParsedAmount } from '../../lib/format/parse-amount.ts';
import { parseAmountWithin } from '../../lib/format/parse-amount.ts';
import { formatSpacedMoney } from '../../lib/format/spaced-money.ts';
import type { Translate } from '../../lib/i18n/translate.ts';
import type { BegunDeposit, DepositResult } from '../../stores/payments/deposit.ts';
import { beginDeposit, continueDeposit, lastAttempt } from '../../stores/payments/deposit.ts';
import { loadPaymentOptions, $paymentOptions } from '../../stores/payments/options.ts';
import { amountErrorText, typedAmount } from '../shared/fields/amount-field.tsx';
import { openWindow } from '../tracker/use-continuing.ts';
import { useDeposit } from './deposit-context.ts';
import { nextStep, usePhase } from './next-step.ts';

/** The payment under way: its method, and its id if it continues an earlier deposit. */
interface Paying {
  method: PaymentMethod;
  transactionId?: string;
}

/**
 * A deposit begun on this page that the customer left by returning to the form. No provider reports whether it was
 * paid.
 */
export interface LeftDeposit {
  method: PaymentMethod;
  /** Major units. */
  amount: number;
  backAddress: string;
}

/** The deposit form. The input survives every failure, and is restored for customers who return from the provider. */
export function useDepositForm(options: PaymentOptions) {
  const { t, locale, paths } = useDeposit();
  const [draft, setDraft] = useState(() => firstDraft(options, locale));
  const [fault, setFault] = useState<DepositFault>({});
  const [phase, setPhase] = usePhase();
  const [paying, setPaying] = useState<Paying>();
  const [left, setLeft] = useState<LeftDeposit>();
  const { amount } = draft;
  const method = chosenOf(options, draft.method);
  const parsed = readDeposit(amount, options);

  /** Returns the field to focus if the submission is refused. */
  async function submit(): Promise<'amount' | undefined> {
    const refused = amountFault(parsed, { options, t, locale });
    setFault(refused === undefined ? {} : { amount: refused });
    if (refused !== undefined || !parsed.ok) return 'amount';
    return follow({ method }, () => beginDeposit({ method, amount: parsed.amount, locale }));
  }

  /** Continues a deposit that was begun earlier. */
  async function goOn({ transaction_id: transactionId, provider }: OpenedDeposit): Promise<void> {
    const own = options.methods.find((one) => one.provider === provider);
    if (!own) return;
    setFault({});
    await follow({ method: own, transactionId }, () => continueDeposit({ transactionId, provider, locale }));
  }

  async function follow(paid: Paying, ask: () => Promise<DepositResult>): Promise<'amount' | undefined> {
    const { kind } = paid.method;
    setPaying(paid);
    setPhase('busy');
    // The window must be opened synchronously within the click, or the browser would block it.
    const opened = kind === 'link' ? openWindow() : null;
    const result = await ask();
    if (!result.ok || leadsNowhere(result, paid.method)) {
      opened?.close();
      const refusal = await refusalOf(result, parsed, { options, t, locale });
      setFault(refusal);
      setPhase('form');
      return refusal.amount === undefined ? undefined : 'amount';
    }
    setPhase(nextStep(result, { kind, opened, backPath: paths.back }));
    return undefined;
  }

  return {
    ...{ amount, method, fault, phase, left, submit, goOn },
    paying: paying ?? { method },
    /** Returns to the form, with its input unchanged. */
    changeWay: () => {
      const { method: paidBy } = paying ?? { method };
      const isSilent = paidBy.by_hand === 1 && parsed.ok && typeof phase === 'object' && 'backAddress' in phase;
      if (isSilent) setLeft({ method: paidBy, amount: parsed.amount, backAddress: phase.backAddress });
      void loadPaymentOptions();
      setPhase('form');
    },
    setAmount: (next: string) => {
      setDraft({ method, amount: next });
      setFault({});
    },
    setMethod: (next: PaymentMethod) => {
      setDraft({ method: next, amount });
      setFault(fault.amount === undefined ? {} : { amount: fault.amount });
    },
  };
}

/** Whether the provider returned no page to pay on although its method needs one. */
function leadsNowhere({ redirectUrl, isDecided = false }: BegunDeposit, { kind }: PaymentMethod): boolean {
  return redirectUrl === null && kind !== 'bank' && !isDecided;
}

interface Draft {
  method: PaymentMethod;
  amount: string;
}

function firstDraft(options: PaymentOptions, locale: string): Draft {
  const last = lastAttempt();
  const lastMethod = options.methods.find(({ provider }) => provider === last?.provider);
  const method = chosenOf(options, lastMethod);
  if (!lastMethod || !last) return { method, amount: '' };
  return { method, amount: typedAmount(last.amount, locale) };
}

/** The chosen method as it is offered now; the first method if the chosen one is no longer offered. */
function chosenOf({ methods }: PaymentOptions, chosen: PaymentMethod | undefined): PaymentMethod {
  const same = methods.find(({ method, provider }) => method === chosen?.method && provider === chosen.provider);
  const [first] = methods;
  if (!first) throw new Error('the server offers no payment method');
  return same ?? first;
}

/** What is wrong with the form. */
interface DepositFault {
  /** Shown below the amount field. */
  amount?: string;
  /** Concerns the whole form. */
  refusal?: string;
}

interface DepositWords {
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
function amountFault(parsed: ParsedAmount, words: DepositWords): string | undefined {
  const { options, t, locale } = words;
  if (!parsed.ok) return amountErrorText(parsed, t, locale);
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
 * The text of a refusal; no money has moved. If outdated methods or limits were the reason, they have already been
 * reloaded.
 */
async function refusalOf(result: DepositResult, parsed: ParsedAmount, words: DepositWords): Promise<DepositFault> {
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
