import { useEffect, useState } from 'react';
import type { PaymentKind } from '../../lib/contract/payments/payment-entities.ts';
import type { BegunDeposit } from '../../stores/payments/deposit.ts';

/** The address at which a deposit is paid, and the address of the page that shows its outcome. */
export interface PaidAt {
  address: string;
  backAddress: string;
}

/** What happens after a deposit has begun. */
export type NextStep =
  /** The next page is loading. */
  | ({ kind: 'going' } & PaidAt)
  /** The next page should have loaded by now, so the customer gets a link. */
  | ({ kind: 'page' } & PaidAt)
  /** The browser blocked the window for the provider's page, so the customer gets a link. */
  | ({ kind: 'window' } & PaidAt)
  /** The provider's cashier, embedded in this page. */
  | ({ kind: 'cashier' } & PaidAt)
  /** The money is transferred outside this site. */
  | { kind: 'thanks' };

interface StepParts {
  kind: PaymentKind;
  /** The window opened for the provider's page; null if the browser opened none. */
  opened: Window | null;
  backPath: string;
}

/** Navigates to the page on which a deposit is paid, and returns what to show until that page has loaded. */
export function nextStep(
  { transactionId, redirectUrl, isDecided = false }: BegunDeposit,
  { kind, opened, backPath }: StepParts,
): NextStep {
  const backAddress = `${backPath}?transaction=${encodeURIComponent(transactionId)}`;
  if (isDecided) {
    opened?.close();
    return goTo(backAddress, backAddress);
  }
  if (redirectUrl === null) return { kind: 'thanks' };
  if (kind === 'widget') return { kind: 'cashier', address: redirectUrl, backAddress };
  if (kind === 'link' && !opened) return { kind: 'window', address: redirectUrl, backAddress };
  if (opened) opened.location.replace(redirectUrl);
  return goTo(opened ? backAddress : redirectUrl, backAddress);
}

function goTo(address: string, backAddress: string): NextStep {
  location.assign(address);
  return { kind: 'going', address, backAddress };
}

/** The longest wait for a page to load. */
const goingMs = 10_000;

type DepositPhase = 'form' | 'busy' | NextStep;

/**
 * The deposit's phase on this page. If the provider's page does not load in time, the phase changes to one that offers
 * a link.
 */
export function usePhase() {
  const [phase, setPhase] = useState<DepositPhase>('form');
  const isGoing = typeof phase === 'object' && phase.kind === 'going';

  useEffect(() => {
    // A page restored from the back-forward cache is still in the busy state that it was left in.
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && setPhase('form');
    addEventListener('pageshow', comeBack);
    return () => removeEventListener('pageshow', comeBack);
  }, []);

  useEffect(() => {
    if (!isGoing) return;
    // The customer is still here: the navigation was stopped, was a download, or opened an app from which the customer
    // returned.
    const stay = () =>
      setPhase((now) => (typeof now === 'object' && now.kind === 'going' ? { ...now, kind: 'page' } : now));
    const check = () => document.visibilityState === 'visible' && stay();
    const timer = setTimeout(stay, goingMs);
    document.addEventListener('visibilitychange', check);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }, [isGoing]);

  return [phase, setPhase] as const;
}
