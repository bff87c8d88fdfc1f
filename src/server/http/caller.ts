import type { Audience, Call } from '../../lib/contract/call.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { Session, Sessions } from '../sessions/sessions.ts';

/** Who makes a call. `token` is the caller's own identifier, the only one that bodies and queries may carry. */
export interface CustomerCaller {
  accountId: number;
  token: string;
  session: Session;
}

export interface AffiliateCaller {
  affiliateId: number;
  token: string;
  session: Session;
}

interface CallerOf {
  anyone: null;
  customer: CustomerCaller;
  affiliate: AffiliateCaller;
}

export type Caller<Opener extends Audience> = CallerOf[Opener];

/** The access token of an `Authorization` header; undefined if there is no bearer token in it. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer +([A-Za-z0-9_-]{20,200})$/i.exec(authorization ?? '')?.[1];
}

/**
 * Identifies the caller by the bearer token and extends the session, unless pages make the call by themselves.
 *
 * Problems: UNAUTHENTICATED without an open session, FORBIDDEN if the session belongs to the other audience.
 */
export async function authenticate<Opener extends Audience>(
  sessions: Sessions,
  call: Pick<Call, 'isBackground'> & { audience: Opener },
  authorization: string | undefined,
): Promise<Result<{ caller: Caller<Opener> }>> {
  const caller = await callerOf(sessions, call, authorization);
  // The type system cannot follow the audience here; `callerOf` returns a caller of exactly that audience.
  return caller as Result<{ caller: Caller<Opener> }>;
}

async function callerOf(
  sessions: Sessions,
  { audience, isBackground }: Pick<Call, 'audience' | 'isBackground'>,
  authorization: string | undefined,
): Promise<Result<{ caller: Caller<Audience> }>> {
  if (audience === 'anyone') {
    return { ok: true, caller: null };
  }
  const token = bearerToken(authorization);
  const session = token === undefined ? null : await sessions[isBackground ? 'peek' : 'find'](token);
  if (!session) {
    return refuse('UNAUTHENTICATED');
  }
  const { accountId, affiliateId, ownerToken } = session;
  if (audience === 'customer' && accountId !== null) {
    return { ok: true, caller: { accountId, token: ownerToken, session } };
  }
  if (audience === 'affiliate' && affiliateId !== null) {
    return { ok: true, caller: { affiliateId, token: ownerToken, session } };
  }
  return refuse('FORBIDDEN');
}
