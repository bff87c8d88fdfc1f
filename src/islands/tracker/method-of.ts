import type { PaymentMethod, TransactionDetails } from '../../lib/contract/payments/payment-entities.ts';
import type { PaymentOptionsState } from '../../stores/payments/options.ts';

/** The method that a deposit was begun by; undefined where there is none, where it is not offered any more, or not known yet. */
export function methodOf(
  { provider }: Pick<TransactionDetails, 'provider'>,
  state: PaymentOptionsState,
): PaymentMethod | undefined {
  if (state.status !== 'ready' || provider === null) return undefined;
  return state.options.methods.find((method) => method.provider === provider);
}
