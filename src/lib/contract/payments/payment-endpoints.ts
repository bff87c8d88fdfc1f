import type * as calls from '../calls.ts';
import type { EndpointOf } from '../endpoints.ts';
import type * as payments from './payment-calls.ts';

/** Where the calls about money go for a browser: see `src/lib/contract/endpoints.ts`. */

export const getPaymentOptions: EndpointOf<typeof payments.getPaymentOptions> = {
  method: 'POST',
  path: '/api/payments/get',
};
export const createTransaction: EndpointOf<typeof payments.createTransaction> = {
  method: 'POST',
  path: '/api/transactions/create',
};
export const sendTransaction: EndpointOf<typeof payments.sendTransaction> = {
  method: 'POST',
  path: '/api/transaction/send/{provider}',
};
export const getTransaction: EndpointOf<typeof payments.getTransaction> = {
  method: 'POST',
  path: '/api/transactions/show',
};
export const cancelTransaction: EndpointOf<typeof payments.cancelTransaction> = {
  method: 'POST',
  path: '/api/transactions/cancel',
};
export const getBalance: EndpointOf<typeof calls.getBalance> = { method: 'POST', path: '/api/accounts/getBalance' };
