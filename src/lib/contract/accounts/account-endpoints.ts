/**
 * Endpoints of the account calls for the browser. In a file of their own, because the trading screen makes none of
 * these calls.
 */

export const register = { method: 'POST', path: '/api/accounts/register' } as const;
export const loginByCode = { method: 'POST', path: '/api/accounts/login/{code}' } as const;
export const logInToDemo = { method: 'POST', path: '/api/accounts/demo' } as const;
export const forgotPassword = { method: 'POST', path: '/api/get/forgotPassword' } as const;
export const updateProfile = { method: 'POST', path: '/api/accounts/update' } as const;
export const updatePassword = { method: 'POST', path: '/api/accounts/updatePassword' } as const;
export const getReferrals = { method: 'POST', path: '/api/accounts/referrals' } as const;
export const getTransactions = { method: 'GET', path: '/api/transactions/get/{token}' } as const;
export const getCountries = { method: 'GET', path: '/api/get/countries' } as const;
export const getClientInfo = { method: 'GET', path: '/api/get/clientInfo' } as const;
export const getSessions = { method: 'POST', path: '/api/accounts/sessions' } as const;
export const endSession = { method: 'POST', path: '/api/accounts/endSession' } as const;
export const endSessions = { method: 'POST', path: '/api/accounts/endSessions' } as const;
export const startSecondFactor = { method: 'POST', path: '/api/accounts/secondFactor/start' } as const;
export const enableSecondFactor = { method: 'POST', path: '/api/accounts/secondFactor/enable' } as const;
export const disableSecondFactor = { method: 'POST', path: '/api/accounts/secondFactor/disable' } as const;
export const renewRecoveryCodes = { method: 'POST', path: '/api/accounts/secondFactor/recoveryCodes' } as const;
export const upload = { method: 'POST', path: '/api/accounts/upload' } as const;
