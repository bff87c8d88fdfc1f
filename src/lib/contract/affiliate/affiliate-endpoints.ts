/** Endpoints of the affiliate's calls for the browser: see `src/lib/contract/endpoints.ts`. */

export const affiliateLogin = { method: 'POST', path: '/api/affiliate/login' } as const;
export const affiliateLogout = { method: 'POST', path: '/api/affiliate/logout' } as const;
export const updateAffiliatePassword = { method: 'POST', path: '/api/affiliate/updatePassword' } as const;
export const getAffiliateAccounts = { method: 'POST', path: '/api/affiliate/get' } as const;
export const getAffiliateSummary = { method: 'POST', path: '/api/affiliate/summary' } as const;
export const exportAffiliateAccounts = { method: 'POST', path: '/api/affiliate/export' } as const;
export const compareAffiliateAccounts = { method: 'POST', path: '/api/affiliate/compare' } as const;
