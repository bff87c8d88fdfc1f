import type * as documents from './document-calls.ts';
import type * as entry from './entry-calls.ts';
import type * as profile from './profile-calls.ts';
import type * as security from './security-calls.ts';
import type { EndpointOf } from '../endpoints.ts';

/** Where the calls of the account go for a browser, apart from those of trading: the trading screen makes none of these. */

export const register: EndpointOf<typeof entry.register> = { method: 'POST', path: '/api/accounts/register' };
export const loginByCode: EndpointOf<typeof entry.loginByCode> = {
  method: 'POST',
  path: '/api/accounts/login/{code}',
};
export const forgotPassword: EndpointOf<typeof entry.forgotPassword> = {
  method: 'POST',
  path: '/api/get/forgotPassword',
};
export const updateProfile: EndpointOf<typeof profile.updateProfile> = { method: 'POST', path: '/api/accounts/update' };
export const updatePassword: EndpointOf<typeof profile.updatePassword> = {
  method: 'POST',
  path: '/api/accounts/updatePassword',
};
export const getReferrals: EndpointOf<typeof profile.getReferrals> = {
  method: 'POST',
  path: '/api/accounts/referrals',
};
export const getTransactions: EndpointOf<typeof profile.getTransactions> = {
  method: 'GET',
  path: '/api/transactions/get/{token}',
};
export const getCountries: EndpointOf<typeof profile.getCountries> = { method: 'GET', path: '/api/get/countries' };
export const getClientInfo: EndpointOf<typeof profile.getClientInfo> = { method: 'GET', path: '/api/get/clientInfo' };
export const getSessions: EndpointOf<typeof security.getSessions> = { method: 'POST', path: '/api/accounts/sessions' };
export const endSession: EndpointOf<typeof security.endSession> = { method: 'POST', path: '/api/accounts/endSession' };
export const endSessions: EndpointOf<typeof security.endSessions> = {
  method: 'POST',
  path: '/api/accounts/endSessions',
};
export const startSecondFactor: EndpointOf<typeof security.startSecondFactor> = {
  method: 'POST',
  path: '/api/accounts/secondFactor/start',
};
export const enableSecondFactor: EndpointOf<typeof security.enableSecondFactor> = {
  method: 'POST',
  path: '/api/accounts/secondFactor/enable',
};
export const disableSecondFactor: EndpointOf<typeof security.disableSecondFactor> = {
  method: 'POST',
  path: '/api/accounts/secondFactor/disable',
};
export const renewRecoveryCodes: EndpointOf<typeof security.renewRecoveryCodes> = {
  method: 'POST',
  path: '/api/accounts/secondFactor/recoveryCodes',
};
export const upload: EndpointOf<typeof documents.upload> = { method: 'POST', path: '/api/accounts/upload' };
