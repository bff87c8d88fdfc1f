import { persistentJSON } from '@nanostores/persistent';
import type { AffiliateUser } from '../../lib/contract/affiliate/affiliate-entities.ts';
import { affiliateStorageKeys } from '../../lib/contract/affiliate/affiliate-storage.ts';
import type { Endpoint } from '../../lib/contract/call.ts';
import type { CallTo } from '../../lib/contract/every-call.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { Problem, Result } from '../../lib/contract/problem.ts';
import { longestCallMs, readAnswer } from '../api.ts';
import { createActivity } from '../session.ts';
import { apiOrigin } from '../realtime/api-server.ts';

/**
 * The affiliate who is logged in, shared by every tab of this browser; a customer may be logged in at the same time.
 */
export interface AffiliateSession {
  access_token: string;
  user: AffiliateUser;
}

/** Shared by all tabs: a log-out in one of them clears it in the others. */
export const $affiliateSession = persistentJSON<AffiliateSession | null>(affiliateStorageKeys.session, null);

/** The last activity of the affiliate. */
export const affiliateActivity = createActivity(affiliateStorageKeys.activeAt);

export function beginAffiliateSession(session: AffiliateSession): void {
  affiliateActivity.mark(Date.now());
  $affiliateSession.set(session);
}

/** Forgets the session in this browser, in all tabs. `logOutAffiliate` also tells the server. */
export function forgetAffiliateSession(): void {
  if ($affiliateSession.get()) $affiliateSession.set(null);
}

/** Ends the session if the server refuses it. No other failure, such as an unreachable server, ends it. */
export function endAffiliateIfRefused({ code }: Problem, accessToken: string | undefined): void {
  const isRefused = code === 'UNAUTHENTICATED' || code === 'FORBIDDEN';
  // An answer that arrives after another log-in says nothing about the new session.
  if (isRefused && accessToken === $affiliateSession.get()?.access_token) forgetAffiliateSession();
}

interface SendOptions {
  /** Lets the request outlive the page. */
  keepalive?: boolean;
  /** How long to wait for an answer, in milliseconds. */
  patienceMs?: number;
}

/**
 * Makes one of the affiliate's calls with the affiliate's access token, never with a customer's. The result is
 * `UNAVAILABLE` if the server cannot be reached, does not answer in time or does not answer with the envelope. A
 * session that the server refuses is forgotten here too.
 */
export async function callAffiliate<To extends Endpoint>(
  call: To,
  body: CallTo<To>['body'],
  options?: SendOptions,
): Promise<Result<{ data: CallTo<To>['data'] }>> {
  const accessToken = $affiliateSession.get()?.access_token;
  return (await readEnvelope(await send(call.path, body, options), accessToken)) as Result<{
    data: CallTo<To>['data'];
  }>;
}

/** Like `callAffiliate`, for a call that returns a file. The bytes are returned unchanged. */
export async function downloadForAffiliate<To extends Endpoint>(
  call: To,
  body: CallTo<To>['body'],
  options?: SendOptions,
): Promise<Result<{ file: Blob }>> {
  const accessToken = $affiliateSession.get()?.access_token;
  const response = await send(call.path, body, options);
  if (!response?.ok) {
    const refused = await readEnvelope(response, accessToken);
    return refused.ok ? refuse('UNAVAILABLE') : refused;
  }
  try {
    return { ok: true, file: await response.blob() };
  } catch {
    return refuse('UNAVAILABLE');
  }
}

async function readEnvelope(
  response: Response | null,
  accessToken: string | undefined,
): Promise<Result<{ data: unknown }>> {
  const answer: unknown = await response?.json().catch(() => null);
  const result = readAnswer(answer, accessToken);
  if (!result.ok) endAffiliateIfRefused(result.problem, accessToken);
  return result;
}

async function send(
  path: string,
  body: unknown,
  { keepalive = false, patienceMs = longestCallMs }: SendOptions = {},
): Promise<Response | null> {
  const accessToken = $affiliateSession.get()?.access_token;
  try {
    return await fetch(apiOrigin ? apiOrigin + path : path, {
      method: 'POST',
      headers: {
        ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      keepalive,
      signal: AbortSignal.timeout(patienceMs),
    });
  } catch {
    return null;
  }
}
