import { useEffect, useState } from 'react';
import type { PaymentKind } from '../../lib/contract/payments/payment-entities.ts';
import type { BegunDeposit } from '../../stores/payments/deposit.ts';

/** Where a deposit is paid, and where what becomes of it is told. */
export interface PaidAt {
  address: string;
  backAddress: string;
}

/** What follows on a begun deposit. */
export type NextStep =
  /** The next page is on its way. */
  | ({ kind: 'going' } & PaidAt)
  /** It should have come by now: the customer opens it. */
  | ({ kind: 'page' } & PaidAt)
  /** The browser did not open the provider's page in a window of its own: the customer does. */
  | ({ kind: 'window' } & PaidAt)
  /** The provider's cashier, in this page. */
  | ({ kind: 'cashier' } & PaidAt)
  /** The money is transferred elsewhere. */
  | { kind: 'thanks' };

interface StepParts {
  kind: PaymentKind;
  /** The window that waits for its page; null where the browser opened none. */
  opened: Window | null;
  backPath: string;
}

/** Leads to where a deposit is paid, and says what stays on the screen meanwhile. */
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

/** A page that is on its way is not waited for longer than this. */
const goingMs = 10_000;

type DepositPhase = 'form' | 'busy' | NextStep;

/**
 * How far the deposit is on this page. The page is left for the provider's; if that does not come, this one offers a
 * link.
 */
export function usePhase() {
  const [phase, setPhase] = useState<DepositPhase>('form');
  const isGoing = typeof phase === 'object' && phase.kind === 'going';

  useEffect(() => {
    // A page that comes back as it was left was left busy.
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && setPhase('form');
    addEventListener('pageshow', comeBack);
    return () => removeEventListener('pageshow', comeBack);
  }, []);

  useEffect(() => {
    if (!isGoing) return;
    // It was stopped, is a file, or has opened in an app from which somebody comes back.
    const stay = () =>
      setPhase((now) => (typeof now === 'object' && now.kind === 'going' ? { ...now, kind: 'page' } : now));
    const look = () => document.visibilityState === 'visible' && stay();
    const timer = setTimeout(stay, goingMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isGoing]);

  return [phase, setPhase] as const;
}
