import { useEffect, useRef } from 'react';
import type { OpenedDeposit } from '../../lib/contract/payments/payment-entities.ts';

/** In the address: the deposit that is to be gone on with. */
const key = 'transaction';

/** Goes on at once with the open deposit that the address names, which is then told no more: who loads the page again finds the form. */
export function useAsked(opened: readonly OpenedDeposit[], goOn: (one: OpenedDeposit) => Promise<void>): void {
  const first = useRef({ opened, goOn });
  useEffect(() => {
    const address = new URL(location.href);
    const id = address.searchParams.get(key);
    if (id === null) return;
    address.searchParams.delete(key);
    history.replaceState(history.state, '', address);
    const named = first.current.opened.find(({ transaction_id: own }) => own === id);
    if (named) void first.current.goOn(named);
  }, []);
}
