/**
 * The method and path of each call, and the name of each emit, written only here: calls and emits spread them in.
 * Browsers load these without the schemas, which only the server runs and which would cost every screen 4 kB. The types
 * follow from the path: `CallTo` in every-call.ts, `EmitTo` in emits.ts.
 */

export const login = { method: 'POST', path: '/api/accounts/login' } as const;
export const logout = { method: 'POST', path: '/api/accounts/logout' } as const;
export const getUser = { method: 'POST', path: '/api/accounts/get' } as const;
export const setAutoTrading = { method: 'POST', path: '/api/accounts/autoTrading' } as const;
export const getHistory = { method: 'POST', path: '/api/accounts/history' } as const;
export const getPerformance = { method: 'POST', path: '/api/accounts/performance' } as const;
export const getReceipt = { method: 'POST', path: '/api/accounts/receipt' } as const;
export const getPopups = { method: 'POST', path: '/api/accounts/popups' } as const;
export const readPopup = { method: 'POST', path: '/api/accounts/popup' } as const;
export const getAssets = { method: 'GET', path: '/api/get/assets' } as const;
export const getCandles = { method: 'GET', path: '/api/get/candles' } as const;

export const openPosition = { event: 'openPosition' } as const;
export const closePosition = { event: 'closePosition' } as const;
export const updatePosition = { event: 'updatePosition' } as const;
export const getPositions = { event: 'positions' } as const;
export const getBalanceSummary = { event: 'balance' } as const;
