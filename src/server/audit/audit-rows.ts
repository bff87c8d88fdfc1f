import type { Queries } from '../db/database.ts';

/** An entry without what is personal in it. */
export interface AuditLine {
  id: string;
  at: Date;
  event: string;
  actor: string;
  accountId: number | null;
  affiliateId: number | null;
}

/** Entries from an instant on, the oldest first; after one of them where it is named. */
export async function loadAuditLines(
  queries: Queries,
  { from, after, limit }: { from: Date; after: AuditLine | undefined; limit: number },
): Promise<AuditLine[]> {
  const { rows } = await queries.query<AuditLine>({
    name: 'audit-lines',
    text: `select id, at, event, actor, account_id::float8 as "accountId", affiliate_id::float8 as "affiliateId"
           from audit_entries
           where at >= $1 and ($2::timestamptz is null or (at, id) > ($2, $3::uuid)) order by at, id limit $4`,
    values: [from, after?.at ?? null, after?.id ?? null, limit],
  });
  return rows;
}
