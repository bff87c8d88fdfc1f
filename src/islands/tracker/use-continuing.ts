import { useEffect, useState } from 'react';
import type { PaymentMethod, TransactionDetails } from '../../lib/contract/payments/payment-entities.ts';
import { continueDeposit } from '../../stores/payments/deposit.ts';
import type { PaymentOptionsState } from '../../stores/payments/options.ts';

/** A page that is on its way is not waited for longer than this. */
const goingMs = 10_000;

/** Whether a deposit can be continued by its method. A cashier that was never opened is opened by the form alone. */
export function isContinuable(
  { stage }: Pick<TransactionDetails, 'stage'>,
  method: PaymentMethod | undefined,
): boolean {
  if (method === undefined || method.kind === 'bank') return false;
  return stage === 'opened' || (stage === 'not_started' && method.kind !== 'widget');
}

interface Continuing {
  transactionId: string;
  method: PaymentMethod;
  locale: string;
  /** Where cashiers are shown. */
  depositPath: string;
  /** Told where it can be paid no more: it has come to its end. */
  onDecided: () => void;
}

/** Continues a deposit that was begun before. `isRefused`: its provider named no page to pay on. */
export function useContinuing({ transactionId, method, locale, depositPath, onDecided }: Continuing) {
  const [isBusy, setIsBusy] = useState(false);
  const [isRefused, setIsRefused] = useState(false);
  const { kind, provider } = method;
  useGoing(isBusy, setIsBusy);

  async function goOn(): Promise<void> {
    setIsRefused(false);
    if (kind === 'widget') {
      location.assign(`${depositPath}?transaction=${transactionId}`);
      return;
    }
    setIsBusy(true);
    // In the turn of the click, or the browser would not open it.
    const opened = kind === 'link' ? openWindow() : null;
    const result = await continueDeposit({ transactionId, provider, locale });
    if (result.ok && result.redirectUrl !== null) {
      if (!opened) {
        location.assign(result.redirectUrl);
        return;
      }
      opened.location.replace(result.redirectUrl);
    } else {
      opened?.close();
      if (result.ok && result.isDecided) onDecided();
      else setIsRefused(true);
    }
    setIsBusy(false);
  }
  return { isBusy, isRefused, goOn: () => void goOn() };
}

/** Who comes back, or was led nowhere, can press it again. */
function useGoing(isBusy: boolean, setIsBusy: (isBusy: boolean) => void): void {
  useEffect(() => {
    if (!isBusy) return;
    const stop = () => setIsBusy(false);
    const timer = setTimeout(stop, goingMs);
    addEventListener('pageshow', stop);
    return () => {
      clearTimeout(timer);
      removeEventListener('pageshow', stop);
    };
  }, [isBusy, setIsBusy]);
}

/** The method that a deposit was begun by; undefined where it has none, and while it is not offered or not known. */
export function methodOf(
  { provider }: Pick<TransactionDetails, 'provider'>,
  state: PaymentOptionsState,
): PaymentMethod | undefined {
  if (state.status !== 'ready' || provider === null) return undefined;
  return state.options.methods.find((method) => method.provider === provider);
}

/** Opens an empty window for a page whose address is not known yet, without an opener. Only works inside a click. */
export function openWindow(): Window | null {
  const opened = open('', '_blank');
  if (opened) opened.opener = null;
  return opened;
}
