import { getAffiliateAccounts } from '../../lib/contract/affiliate/affiliate-endpoints.ts';
import { createIdleClock } from '../idle/idle-clock.ts';
import { callAffiliate } from './affiliate-api.ts';
import { logOutAffiliate } from './affiliate-entry.ts';
import { $affiliateSession, affiliateActivity } from './affiliate-session.ts';

/** The clock of the affiliate's session, apart from a customer's. */
export const affiliateIdleClock = createIdleClock({
  activity: affiliateActivity,
  isOpen: () => $affiliateSession.get() !== null,
  // Any call holds the session, and hears of its end; this one reads least.
  tellServer: () => void callAffiliate(getAffiliateAccounts, { limit: 1, sort: 'created_at', order: 'desc' }),
  end: () => void logOutAffiliate(),
});
