/** Endpoints of the payment calls for the browser: see `src/lib/contract/endpoints.ts`. */

export const getPaymentOptions = { method: 'POST', path: '/api/payments/get' } as const;
export const createTransaction = { method: 'POST', path: '/api/transactions/create' } as const;
export const sendTransaction = { method: 'POST', path: '/api/transaction/send/{provider}' } as const;
export const getTransaction = { method: 'POST', path: '/api/transactions/show' } as const;
export const cancelTransaction = { method: 'POST', path: '/api/transactions/cancel' } as const;
export const getBalance = { method: 'POST', path: '/api/accounts/getBalance' } as const;
export const getStatement = { method: 'POST', path: '/api/statements/get' } as const;
