import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';

/** A record without personal data. */
export interface AuditLine {
  id: string;
  at: Date;
  event: string;
  actor: string;
  accountId: number | null;
  affiliateId: number | null;
}

const auditLines = statement(
  'audit-lines',
  `select id, at, event, actor, account_id::float8 as "accountId", affiliate_id::float8 as "affiliateId"
   from audit_entries
   where at >= :from and (:at?::timestamptz is null or (at, id) > (:at?, :id?::uuid)) order by at, id limit :limit`,
);

/** Records from an instant on, oldest first; only those after a given record, if there is one. */
export function loadAuditLines(
  queries: Queries,
  { from, after, limit }: { from: Date; after: AuditLine | undefined; limit: number },
): Promise<AuditLine[]> {
  return auditLines.rows(queries, { from, at: after?.at ?? null, id: after?.id ?? null, limit });
}
