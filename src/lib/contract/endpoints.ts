/**
 * Where a call or an emit goes, each written once: the calls and emits take it from here, and it is all that a browser
 * needs of them. The server checks what comes; schemas that nobody runs would cost every screen 4 kB. The types follow
 * from the address: `CallTo` in every-call.ts, `EmitTo` in emits.ts.
 */

export const login = { method: 'POST', path: '/api/accounts/login' } as const;
export const logout = { method: 'POST', path: '/api/accounts/logout' } as const;
export const getUser = { method: 'POST', path: '/api/accounts/get' } as const;
export const setAutoTrading = { method: 'POST', path: '/api/accounts/autoTrading' } as const;
export const getHistory = { method: 'POST', path: '/api/accounts/history' } as const;
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
