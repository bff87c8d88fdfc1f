import type { PaymentOrder } from '../../../src/server/payments/payment-provider.ts';

/** A deposit of 250.50 euros, as a payment provider receives it. */
export function anOrder(changes: Partial<PaymentOrder> = {}): PaymentOrder {
  return {
    transactionId: '6f1c1d9e-7a53-4a0e-9d5c-2f3b8e0c4a11',
    amountMinor: 25_050,
    currency: 'EUR',
    customer: {
      ...{ token: 't-1', firstName: 'Ada', lastName: 'Trader', email: 'ada@example.com', phone: null, country: 'GB' },
      ...{ city: 'York & Co', street: null, zipCode: null, birthDate: null, language: 'en', ip: '192.0.2.1' },
    },
    returnUrl: 'https://broker.example/payment/return?transaction=1',
    webhookUrl: 'https://broker.example/api/transaction/update/acme',
    ...changes,
  };
}
