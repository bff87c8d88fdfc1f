import { useEffect, useState } from 'react';
import { isNewCustomer } from '../../../lib/contract/accounts/first-steps.ts';
import type { FirstSteps, FirstStepsProps } from './first-steps.tsx';

/** The first steps of a new customer. Their code is loaded only for customers who have some left. */
export function FirstStepsSlot({ user, ...props }: Omit<FirstStepsProps, 'user'> & Partial<FirstStepsProps>) {
  const [Shown, setShown] = useState<typeof FirstSteps>();
  const isNew = user !== undefined && isNewCustomer(user);
  useEffect(() => {
    // Nothing is lost if the code cannot be loaded: every step has its own place in the navigation.
    if (isNew)
      import('./first-steps.tsx').then(
        (loaded) => setShown(() => loaded.FirstSteps),
        () => undefined,
      );
  }, [isNew]);
  return isNew && Shown && <Shown user={user} {...props} />;
}
