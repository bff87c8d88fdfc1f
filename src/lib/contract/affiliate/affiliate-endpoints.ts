import type { EndpointOf } from '../endpoints.ts';
import type * as affiliate from './affiliate-calls.ts';
import type * as comparison from './comparison-calls.ts';
import type * as postbacks from './postback-calls.ts';

/** Where the affiliate's calls go for a browser: see `src/lib/contract/endpoints.ts`. */

export const affiliateLogin: EndpointOf<typeof affiliate.affiliateLogin> = {
  method: 'POST',
  path: '/api/affiliate/login',
};
export const affiliateLogout: EndpointOf<typeof affiliate.affiliateLogout> = {
  method: 'POST',
  path: '/api/affiliate/logout',
};
export const updateAffiliatePassword: EndpointOf<typeof affiliate.updateAffiliatePassword> = {
  method: 'POST',
  path: '/api/affiliate/updatePassword',
};
export const getAffiliateAccounts: EndpointOf<typeof affiliate.getAffiliateAccounts> = {
  method: 'POST',
  path: '/api/affiliate/get',
};
export const getAffiliateSummary: EndpointOf<typeof affiliate.getAffiliateSummary> = {
  method: 'POST',
  path: '/api/affiliate/summary',
};
export const exportAffiliateAccounts: EndpointOf<typeof affiliate.exportAffiliateAccounts> = {
  method: 'POST',
  path: '/api/affiliate/export',
};
export const compareAffiliateAccounts: EndpointOf<typeof comparison.compareAffiliateAccounts> = {
  method: 'POST',
  path: '/api/affiliate/compare',
};
export const getPostbacks: EndpointOf<typeof postbacks.getPostbacks> = {
  method: 'POST',
  path: '/api/affiliate/postbacks',
};
export const savePostbacks: EndpointOf<typeof postbacks.savePostbacks> = {
  method: 'POST',
  path: '/api/affiliate/postbacks/save',
};
export const renewPostbackSecret: EndpointOf<typeof postbacks.renewPostbackSecret> = {
  method: 'POST',
  path: '/api/affiliate/postbacks/secret',
};
export const resendPostback: EndpointOf<typeof postbacks.resendPostback> = {
  method: 'POST',
  path: '/api/affiliate/postbacks/resend',
};
export const tryPostback: EndpointOf<typeof postbacks.tryPostback> = {
  method: 'POST',
  path: '/api/affiliate/postbacks/try',
};
