import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';
import type { SessionOwner } from '../session-owner.ts';
import { ownerColumns } from '../session-owner.ts';
import type { LivingSince } from './sessions-rows.ts';

/** An open session as its owner sees it. */
export interface OpenSessionRow {
  tokenHash: Buffer;
  id: string;
  address: string | null;
  userAgent: string | null;
  countryShort: string | null;
  city: string | null;
  createdAt: Date;
  lastSeenAt: Date;
}

const sessionsOpen = statement(
  'sessions-open',
  `select token_hash as "tokenHash", id::text, address, user_agent as "userAgent",
          country_short as "countryShort", city, created_at as "createdAt", last_seen_at as "lastSeenAt"
   from sessions where account_id = :accountId and last_seen_at > :seenAfter and created_at > :openedAfter
   order by token_hash = :current desc, last_seen_at desc, created_at desc, id
   limit 200`,
);

/** The living sessions of a customer: `current` (a token hash) first, then the most recently seen. */
export function loadOpenSessions(
  queries: Queries,
  { accountId, current, seenAfter, openedAfter }: LivingSince & { accountId: number; current: Buffer },
): Promise<OpenSessionRow[]> {
  return sessionsOpen.rows(queries, { accountId, seenAfter, current, openedAfter });
}

const sessionDeleteOwn = statement(
  'session-delete-own',
  `delete from sessions where (account_id = :accountId? or affiliate_id = :affiliateId?) and id = :id
   returning token_hash as "tokenHash"`,
);

/** Deletes one session of an owner; returns its hash, or undefined if the owner has none with this id. */
export async function deleteOwnSession(queries: Queries, owner: SessionOwner, id: string): Promise<Buffer | undefined> {
  const { accountId, affiliateId } = ownerColumns(owner);
  return (await sessionDeleteOwn.first(queries, { accountId, affiliateId, id }))?.tokenHash;
}
