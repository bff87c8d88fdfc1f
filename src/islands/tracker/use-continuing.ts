import { useEffect, useState } from 'react';
import type { PaymentMethod, TransactionDetails } from '../../lib/contract/payments/payment-entities.ts';
import { continueDeposit } from '../../stores/payments/deposit.ts';
import type { PaymentOptionsState } from '../../stores/payments/options.ts';

/** The longest wait for a page to load. */
const goingMs = 10_000;

/**
 * Whether a deposit can be continued by its method. A cashier that was never opened can only be opened from the form.
 */
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
  /** The page that shows cashiers. */
  depositPath: string;
  /** Called if the deposit has ended, so that it can no longer be paid. */
  onDecided: () => void;
}

/** Continues a deposit that was begun earlier. `isRefused`: the provider returned no page to pay on. */
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
    // The window must be opened synchronously within the click, or the browser would block it.
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

/** Resets the busy button for customers who come back, or whose next page did not load. */
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

/**
 * The method that a deposit was begun with; undefined if it has none, if the method is no longer offered, or while the
 * methods are not loaded.
 */
export function methodOf(
  { provider }: Pick<TransactionDetails, 'provider'>,
  state: PaymentOptionsState,
): PaymentMethod | undefined {
  if (state.status !== 'ready' || provider === null) return undefined;
  return state.options.methods.find((method) => method.provider === provider);
}

/** Opens an empty window, without an opener, for a page whose address is not known yet. Only works inside a click. */
export function openWindow(): Window | null {
  const opened = open('', '_blank');
  if (opened) opened.opener = null;
  return opened;
}
