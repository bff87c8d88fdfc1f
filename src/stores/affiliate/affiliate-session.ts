import { persistentJSON } from '@nanostores/persistent';
import type { AffiliateUser } from '../../lib/contract/affiliate/affiliate-entities.ts';
import { affiliateStorageKeys } from '../../lib/contract/affiliate/affiliate-storage.ts';
import type { Problem } from '../../lib/contract/problem.ts';
import { createActivity } from '../idle/activity.ts';

/** Which affiliate is logged in, in every tab of this browser; a customer may be at the same time. */
export interface AffiliateSession {
  access_token: string;
  user: AffiliateUser;
}

/** Shared by all tabs: a log-out in one of them empties it in the others. */
export const $affiliateSession = persistentJSON<AffiliateSession | null>(affiliateStorageKeys.session, null);

/** What the affiliate does. */
export const affiliateActivity = createActivity(affiliateStorageKeys.activeAt);

export function beginAffiliateSession(session: AffiliateSession): void {
  affiliateActivity.mark(Date.now());
  $affiliateSession.set(session);
}

/** Forgets the session in this browser, in all tabs. The server is told by `logOutAffiliate`. */
export function forgetAffiliateSession(): void {
  if ($affiliateSession.get()) $affiliateSession.set(null);
}

/** Ends a session that the server refuses; any other failure, a server that is away above all, ends nothing. */
export function endAffiliateIfRefused({ code }: Problem, accessToken: string | undefined): void {
  const isRefused = code === 'UNAUTHENTICATED' || code === 'FORBIDDEN';
  // An answer that comes after another log-in says nothing about that one.
  if (isRefused && accessToken === $affiliateSession.get()?.access_token) forgetAffiliateSession();
}
