/** Endpoints about auto trading, for the dialog that is loaded on demand. */

export const getAutoTrading = { method: 'POST', path: '/api/accounts/autoTrading/details' } as const;
