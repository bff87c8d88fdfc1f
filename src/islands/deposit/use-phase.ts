import { useEffect, useState } from 'react';
import type { NextStep } from './next-step.ts';

/** Nobody is kept waiting for longer for a page that is on its way. */
const goingMs = 10_000;

export type DepositPhase = 'form' | 'busy' | NextStep;

/** Where the deposit has come to on this page, which is left for another one; and which is here again where that did not come. */
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
