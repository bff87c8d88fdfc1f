import type { RequestOrigin } from '../audit/audit-log.ts';
import { longestUserAgent } from '../audit/audit-log.ts';
import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';
import type { sessionOpeners } from '../db/schema/access.ts';
import type { SessionOwner } from '../session-owner.ts';
import { ownerColumns } from '../session-owner.ts';

/** How a session was opened. */
export type SessionOpener = (typeof sessionOpeners)[number];

/** The location of the address from which a session was opened: ISO 3166-1 alpha-2, and the city in English. */
export interface SessionLocation {
  countryShort: string | null;
  city: string | null;
}

/** A session as it is stored, with its owner's identifier (`user.token`). */
export interface SessionRow {
  tokenHash: Buffer;
  accountId: number | null;
  affiliateId: number | null;
  id: string;
  openedBy: SessionOpener;
  createdAt: Date;
  lastSeenAt: Date;
  ownerToken: string;
  /** Whether everybody may enter the account: it is the one of the demo. */
  isShared: boolean;
}

/** A session is alive if it was seen after `seenAfter` and opened after `openedAfter`. */
export interface LivingSince {
  seenAfter: Date;
  openedAfter: Date;
}

export interface NewSession {
  tokenHash: Buffer;
  accountId: number | null;
  affiliateId: number | null;
  id: string;
  openedBy: SessionOpener;
  origin: RequestOrigin;
  location: SessionLocation | null;
  createdAt: Date;
}

const sessionInsert = statement(
  'session-insert',
  `insert into sessions (token_hash, account_id, affiliate_id, id, opened_by, created_at, last_seen_at,
                         address, user_agent, country_short, city)
   values (:tokenHash, :accountId?, :affiliateId?, :id, :openedBy, :createdAt, :createdAt, :address?, :userAgent?, :countryShort?, :city?)`,
);

export async function insertSession(queries: Queries, session: NewSession): Promise<void> {
  const { tokenHash, accountId, affiliateId, id, openedBy, origin, location, createdAt } = session;
  await sessionInsert.write(queries, {
    tokenHash,
    accountId,
    affiliateId,
    id,
    openedBy,
    createdAt,
    address: origin.address,
    userAgent: origin.userAgent?.slice(0, longestUserAgent) ?? null,
    countryShort: location?.countryShort ?? null,
    city: location?.city ?? null,
  });
}

const sessionLoad = statement(
  'session-load',
  `select s.token_hash as "tokenHash", s.account_id as "accountId", s.affiliate_id as "affiliateId",
          s.id::text, s.opened_by as "openedBy", s.created_at as "createdAt", s.last_seen_at as "lastSeenAt",
          coalesce(c.token, f.token)::text as "ownerToken!", coalesce(c.email = :sharedEmail?::text, false) as "isShared!"
   from sessions s
   left join accounts c on c.id = s.account_id
   left join affiliates f on f.id = s.affiliate_id
   where s.token_hash = :tokenHash`,
);

/** `sharedEmail`: the email of the account that everybody may enter; null if there is none. */
export async function loadSession(
  queries: Queries,
  { tokenHash, sharedEmail }: { tokenHash: Buffer; sharedEmail: string | null },
): Promise<SessionRow | undefined> {
  return (await sessionLoad.first(queries, { tokenHash, sharedEmail })) ?? undefined;
}

const accountHasEmail = statement('account-has-email', 'select 1 from accounts where id = :id and email = :email');

export async function hasEmail(queries: Queries, account: { id: number; email: string }): Promise<boolean> {
  return (await accountHasEmail.first(queries, account)) !== null;
}

const sessionSlide = statement(
  'session-slide',
  'update sessions set last_seen_at = greatest(last_seen_at, :seenAt) where token_hash = :tokenHash',
);

/**
 * Records activity of a session. Never sets an earlier instant: two processes may record activity of the same session.
 */
export async function slideSession(queries: Queries, tokenHash: Buffer, seenAt: Date): Promise<void> {
  await sessionSlide.write(queries, { tokenHash, seenAt });
}

const sessionLockOf = statement(
  'session-lock-of',
  `select token_hash as "tokenHash" from sessions
   where account_id = :accountId? or affiliate_id = :affiliateId? order by token_hash for update`,
);

/**
 * Locks the sessions of an owner until the end of the database transaction, always in the same order; returns their
 * hashes. Use cases that change how the owner logs in also check here that the requesting session still exists: it may
 * have ended since the request was admitted.
 */
export async function lockSessionsOf(queries: Queries, owner: SessionOwner): Promise<Buffer[]> {
  const { accountId, affiliateId } = ownerColumns(owner);
  return (await sessionLockOf.rows(queries, { accountId, affiliateId })).map((row) => row.tokenHash);
}

const sessionDeleteOf = statement(
  'session-delete-of',
  `delete from sessions where (account_id = :accountId? or affiliate_id = :affiliateId?) and token_hash is distinct from :kept?::bytea
   returning token_hash as "tokenHash"`,
);

/**
 * Deletes the sessions of an owner except `kept`; returns their hashes, to be announced after the commit. Call
 * `lockSessionsOf` first, in the same database transaction: otherwise two simultaneous deletions could deadlock.
 */
export async function deleteSessionsOf(queries: Queries, owner: SessionOwner, kept?: Buffer): Promise<Buffer[]> {
  const { accountId, affiliateId } = ownerColumns(owner);
  return (await sessionDeleteOf.rows(queries, { accountId, affiliateId, kept: kept ?? null })).map(
    (row) => row.tokenHash,
  );
}

const sessionDeleteDead = statement(
  'session-delete-dead',
  `delete from sessions where token_hash in (
     select token_hash from sessions where last_seen_at <= :seenAfter or created_at <= :openedAfter for update skip locked)
   returning token_hash as "tokenHash"`,
);

/** Deletes expired sessions; returns their hashes. Skips those that another transaction has locked. */
export async function deleteDeadSessions(queries: Queries, { seenAfter, openedAfter }: LivingSince): Promise<Buffer[]> {
  return (await sessionDeleteDead.rows(queries, { seenAfter, openedAfter })).map((row) => row.tokenHash);
}

const sessionFindGone = statement(
  'session-find-gone',
  `select hash as "tokenHash!" from unnest(:tokenHashes::bytea[]) as hash
   where not exists (select 1 from sessions where token_hash = hash)`,
);

/** Returns those hashes that belong to no session, or no longer do. */
export async function findGoneSessions(queries: Queries, tokenHashes: readonly Buffer[]): Promise<Buffer[]> {
  return (await sessionFindGone.rows(queries, { tokenHashes })).map((row) => row.tokenHash);
}
