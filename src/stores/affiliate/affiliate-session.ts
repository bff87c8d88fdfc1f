import { persistentAtom, persistentJSON } from '@nanostores/persistent';
import type { AffiliateUser } from '../../lib/contract/affiliate/affiliate-entities.ts';
import { affiliateStorageKeys } from '../../lib/contract/affiliate/affiliate-storage.ts';
import type { Problem } from '../../lib/contract/problem.ts';

/** Which affiliate is logged in, in every tab of this browser; a customer may be at the same time. */
export interface AffiliateSession {
  access_token: string;
  user: AffiliateUser;
}

/** Shared by all tabs: a log-out in one of them empties it in the others. */
export const $affiliateSession = persistentJSON<AffiliateSession | null>(affiliateStorageKeys.session, null);

const $activeAt = persistentAtom<string>(affiliateStorageKeys.activeAt, '0');

export function beginAffiliateSession(session: AffiliateSession): void {
  markAffiliateActivity(Date.now());
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

/** Notes that the affiliate did something, for all tabs; unix milliseconds. */
export function markAffiliateActivity(nowMs: number): void {
  $activeAt.set(String(nowMs));
}

/** Calls back when the affiliate did something, in this tab or another; returns what stops it. */
export function onAffiliateActivity(listener: () => void): () => void {
  return $activeAt.listen(listener);
}

/** When the affiliate last did something in any tab, unix milliseconds; 0 when that is not known. */
export function lastAffiliateActivityMs(): number {
  return Number($activeAt.get()) || 0;
}
