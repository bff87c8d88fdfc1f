import type { Queries } from '../db/database.ts';
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

/** The living sessions of a customer: `current` (its hash) first, then the last seen. */
export async function loadOpenSessions(
  queries: Queries,
  { accountId, current, seenAfter, openedAfter }: LivingSince & { accountId: number; current: Buffer },
): Promise<OpenSessionRow[]> {
  const { rows } = await queries.query<OpenSessionRow>({
    name: 'sessions-open',
    text: `select token_hash as "tokenHash", id::text, address, user_agent as "userAgent",
                  country_short as "countryShort", city, created_at as "createdAt", last_seen_at as "lastSeenAt"
           from sessions where account_id = $1 and last_seen_at > $2 and created_at > $4
           order by token_hash = $3 desc, last_seen_at desc, created_at desc, id
           limit 200`,
    values: [accountId, seenAfter, current, openedAfter],
  });
  return rows;
}

/** Deletes one session of an owner; returns its hash, or nothing where the owner has none of this id. */
export async function deleteOwnSession(queries: Queries, owner: SessionOwner, id: string): Promise<Buffer | undefined> {
  const { accountId, affiliateId } = ownerColumns(owner);
  const { rows } = await queries.query<{ tokenHash: Buffer }>({
    name: 'session-delete-own',
    text: `delete from sessions where (account_id = $1 or affiliate_id = $2) and id = $3
           returning token_hash as "tokenHash"`,
    values: [accountId, affiliateId, id],
  });
  return rows[0]?.tokenHash;
}
