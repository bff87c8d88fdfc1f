import type { PaymentMethod } from '../../lib/contract/payments/payment-entities.ts';

/** What a method is called in a language. */
export function methodLabel({ label, labels }: Pick<PaymentMethod, 'label' | 'labels'>, locale: string): string {
  return labels?.[locale] ?? label;
}
