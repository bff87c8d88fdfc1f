import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { reloadUser } from '../../../stores/authentication.ts';
import { $session } from '../../../stores/session.ts';
import { $balance } from '../../../stores/trading/balance.ts';
import { $positions } from '../../../stores/trading/positions.ts';
import { FirstStepsSlot } from '../../shared/first-steps/first-steps-slot.tsx';
import { useTerminal } from '../terminal-context.ts';

/** The first steps of a new customer, kept current while the terminal is open. */
export function CustomerSteps({ form }: { form: 'card' | 'line' }) {
  const { t, paths } = useTerminal();
  const user = useStore($session, { ssr: () => null })?.user;
  const positions = useStore($positions);
  const balance = useStore($balance)?.balance;
  const isAwaitingDeposit = user?.has_deposit === 0;
  // The server pushes the balance when a deposit is credited, but not the customer.
  useEffect(() => {
    if (isAwaitingDeposit && balance) void reloadUser();
  }, [isAwaitingDeposit, balance]);
  if (!user) return null;
  const hasTraded = positions.status === 'ready' && positions.open.length + positions.history.length > 0;
  return (
    <FirstStepsSlot
      user={hasTraded ? { ...user, has_traded: 1 } : user}
      {...{ t, paths, form }}
      here={user.verified_account ? 'trade' : undefined}
    />
  );
}
