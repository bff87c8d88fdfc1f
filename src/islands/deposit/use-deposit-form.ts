import { useState } from 'react';
import type { OpenedDeposit, PaymentMethod, PaymentOptions } from '../../lib/contract/payments/payment-entities.ts';
import type { BegunDeposit, DepositResult } from '../../stores/payments/deposit.ts';
import { beginDeposit, continueDeposit } from '../../stores/payments/deposit.ts';
import { lastAttempt } from '../../stores/payments/deposit-attempt.ts';
import { loadPaymentOptions } from '../../stores/payments/options.ts';
import { typedAmount } from '../shared/fields/amount-field.tsx';
import { openWindow } from '../tracker/use-continuing.ts';
import { useDeposit } from './deposit-context.ts';
import { nextStep, usePhase } from './next-step.ts';
import type { DepositFault } from './deposit-words.ts';
import { amountFault, readDeposit, refusalOf } from './deposit-words.ts';

/** The payment under way: its method, and its id if it continues an earlier deposit. */
interface Paying {
  method: PaymentMethod;
  transactionId?: string;
}

/** A deposit that was begun here and left for the form, of which nobody reports whether it was paid. */
export interface LeftDeposit {
  method: PaymentMethod;
  /** Major units. */
  amount: number;
  backAddress: string;
}

/** The deposit form. Input is kept after every failure, and for customers who return from the provider. */
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
    // Synchronously within the click, or the browser would block the window.
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
    /** Returns to the form as it was left. */
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

/** Whether its provider has named no page to pay on. */
function leadsNowhere({ redirectUrl, isDecided = false }: BegunDeposit, { kind }: PaymentMethod): boolean {
  return redirectUrl === null && kind !== 'bank' && !isDecided;
}

interface Draft {
  method: PaymentMethod;
  amount: string;
}

function firstDraft(options: PaymentOptions, locale: string): Draft {
  const last = lastAttempt();
  const wished = options.methods.find(({ provider }) => provider === last?.provider);
  const method = chosenOf(options, wished);
  if (!wished || !last) return { method, amount: '' };
  return { method, amount: typedAmount(last.amount, locale) };
}

/** The chosen method as it is offered now; the first one if it is not offered any more. */
function chosenOf({ methods }: PaymentOptions, chosen: PaymentMethod | undefined): PaymentMethod {
  const same = methods.find(({ method, provider }) => method === chosen?.method && provider === chosen.provider);
  const [first] = methods;
  if (!first) throw new Error('the server offers no payment method');
  return same ?? first;
}
