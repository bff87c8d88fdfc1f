import type { Queries } from '../db/database.ts';

/** A session as it is stored, with the identifier (`user.token`) of whom it belongs to. */
export interface SessionRow {
  tokenHash: Buffer;
  accountId: number | null;
  affiliateId: number | null;
  lastSeenAt: Date;
  ownerToken: string;
}

export interface NewSession {
  tokenHash: Buffer;
  accountId: number | null;
  affiliateId: number | null;
  createdAt: Date;
}

export async function insertSession(queries: Queries, session: NewSession): Promise<void> {
  await queries.query({
    name: 'session-insert',
    text: `insert into sessions (token_hash, account_id, affiliate_id, created_at, last_seen_at)
           values ($1, $2, $3, $4, $4)`,
    values: [session.tokenHash, session.accountId, session.affiliateId, session.createdAt],
  });
}

export async function loadSession(queries: Queries, tokenHash: Buffer): Promise<SessionRow | undefined> {
  const { rows } = await queries.query<SessionRow>({
    name: 'session-load',
    text: `select s.token_hash as "tokenHash", s.account_id as "accountId", s.affiliate_id as "affiliateId",
                  s.last_seen_at as "lastSeenAt", coalesce(c.token, f.token)::text as "ownerToken"
           from sessions s
           left join accounts c on c.id = s.account_id
           left join affiliates f on f.id = s.affiliate_id
           where s.token_hash = $1`,
    values: [tokenHash],
  });
  return rows[0];
}

/** Never moves a session back: two processes may see the same one. */
export async function slideSession(queries: Queries, tokenHash: Buffer, seenAt: Date): Promise<void> {
  await queries.query({
    name: 'session-slide',
    text: 'update sessions set last_seen_at = greatest(last_seen_at, $2) where token_hash = $1',
    values: [tokenHash, seenAt],
  });
}

export async function deleteSession(queries: Queries, tokenHash: Buffer): Promise<void> {
  await queries.query({
    name: 'session-delete',
    text: 'delete from sessions where token_hash = $1',
    values: [tokenHash],
  });
}

/** Deletes the sessions of a customer; returns their hashes. */
export async function deleteSessionsOf(queries: Queries, accountId: number): Promise<Buffer[]> {
  const { rows } = await queries.query<{ tokenHash: Buffer }>({
    name: 'session-delete-of',
    text: 'delete from sessions where account_id = $1 returning token_hash as "tokenHash"',
    values: [accountId],
  });
  return rows.map((row) => row.tokenHash);
}

/** Deletes the sessions that were last seen at `seenAt` or before; returns their hashes. */
export async function deleteIdleSessions(queries: Queries, seenAt: Date): Promise<Buffer[]> {
  const { rows } = await queries.query<{ tokenHash: Buffer }>({
    name: 'session-delete-idle',
    text: 'delete from sessions where last_seen_at <= $1 returning token_hash as "tokenHash"',
    values: [seenAt],
  });
  return rows.map((row) => row.tokenHash);
}
