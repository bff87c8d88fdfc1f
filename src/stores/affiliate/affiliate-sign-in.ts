import {
  affiliateLogin,
  affiliateLogout,
  getAffiliateAccounts,
  updateAffiliatePassword,
} from '../../lib/contract/affiliate/affiliate-endpoints.ts';
import type { Result } from '../../lib/contract/problem.ts';
import {
  $affiliateSession,
  affiliateActivity,
  beginAffiliateSession,
  callAffiliate,
  forgetAffiliateSession,
} from './affiliate-session.ts';
import { clientInfoText } from '../shell/client-info.ts';
import { createIdleClock } from '../idle-clock.ts';

interface AffiliateCredentials {
  email: string;
  password: string;
  /** The token of the humanity check, if the broker has one; empty if the browser could not load it. */
  recaptcha?: string | undefined;
}

/**
 * Logs an affiliate in and keeps the session. `INVALID_CREDENTIALS` does not say whether email or password was wrong.
 */
export async function logInAffiliate(credentials: AffiliateCredentials): Promise<Result> {
  const result = await callAffiliate(affiliateLogin, { ...credentials, info: await clientInfoText() });
  if (!result.ok) return result;
  // Ends an earlier session on the server; this request still carries that session's own token.
  if ($affiliateSession.get()) void callAffiliate(affiliateLogout, undefined, { keepalive: true });
  beginAffiliateSession(result.data);
  return { ok: true };
}

/** Ends the session in every tab and on the server. The tabs are logged out even if the server cannot be reached. */
export async function logOutAffiliate(): Promise<void> {
  if (!$affiliateSession.get()) return;
  const request = callAffiliate(affiliateLogout, undefined, { keepalive: true });
  forgetAffiliateSession();
  await request;
}

/**
 * Changes the password, which ends the affiliate's other sessions. On `CURRENT_PASSWORD_REQUIRED` or
 * `CURRENT_PASSWORD_WRONG` nothing has changed; call again with the current password.
 */
export async function changeAffiliatePassword(body: {
  new_password: string;
  confirm_password: string;
  current_password?: string | undefined;
}): Promise<Result> {
  const result = await callAffiliate(updateAffiliatePassword, body);
  return result.ok ? { ok: true } : result;
}

/** The idle clock of the affiliate's session, independent of a customer's. */
export const affiliateIdleClock = createIdleClock({
  activity: affiliateActivity,
  isOpen: () => $affiliateSession.get() !== null,
  // Any call keeps the session alive and reveals whether it has ended; this one reads the least.
  tellServer: () => void callAffiliate(getAffiliateAccounts, { limit: 1, sort: 'created_at', order: 'desc' }),
  end: () => void logOutAffiliate(),
});
