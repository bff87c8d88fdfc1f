import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';

/** The events that matter to an account's safety. A closed list: anything else cannot be recorded. */
export const auditEvents = [
  'registered',
  'registration_refused',
  'logged_in',
  'log_in_refused',
  'log_in_limited',
  'second_factor_asked',
  'blocked_account_refused',
  'not_human',
  'limit_met',
  'logged_out',
  'session_ended',
  'sessions_ended',
  'login_code_made',
  'login_code_used',
  'login_code_refused',
  'password_reset_asked',
  'password_reset_refused',
  'password_changed',
  'password_change_refused',
  'profile_changed',
  'auto_trading_switched',
  'auto_trading_stopped',
  'second_factor_enabled',
  'second_factor_disabled',
  'second_factor_refused',
  'recovery_code_used',
  'recovery_codes_renewed',
  'document_uploaded',
  'document_refused',
  'document_viewed',
  'document_approved',
  'document_rejected',
  'stray_document_deleted',
  'popup_published',
  'popup_withdrawn',
  'withdrawal_requested',
  'withdrawal_stepped',
  'bonus_released',
  'deposit_started',
  'deposit_credited',
  'deposit_declined',
  'deposit_cancelled',
  'deposit_held',
  'deposit_settled',
  'payment_report_retried',
  'transaction_by_hand',
  'withdrawal_returned',
  'postbacks_changed',
  'postback_secret_renewed',
  'customer_changed',
  'account_blocked',
  'account_unblocked',
  'position_closed_by_operator',
  'position_protection_changed',
  'affiliate_created',
  'affiliate_password_made',
  'asset_added',
  'asset_changed',
  'asset_suspended',
  'asset_resumed',
  'category_added',
  'category_changed',
  'form_entry_read',
  'form_entries_exported',
  'backup_taken',
] as const;
export type AuditEvent = (typeof auditEvents)[number];

export type AuditActor = 'visitor' | 'customer' | 'affiliate' | 'system' | `operator:${string}`;

/** The origin of a request, as far as the server could see. */
export interface RequestOrigin {
  address: string | null;
  userAgent: string | null;
}

export interface AuditRecord {
  id: string;
  at: Date;
  event: AuditEvent;
  actor: AuditActor;
  accountId?: number | null;
  affiliateId?: number | null;
  origin?: RequestOrigin;
  /** Facts of the event: never a secret, a code, a password or the text of a form. */
  details?: Readonly<Record<string, string | number | boolean | null>>;
}

/** The user agent is cut to this many characters. */
export const longestUserAgent = 300;

/**
 * The insert of one record, for a caller that writes its own rows in the same statement. Its values come from
 * `auditValues`.
 */
export const auditInsert = `
  insert into audit_entries (id, at, event, actor, account_id, affiliate_id, address, user_agent, details)
  values (:auditId, :auditAt, :auditEvent, :auditActor, :auditAccountId?, :auditAffiliateId?, :auditAddress?,
    :auditUserAgent?, :auditDetails)`;

export function auditValues(record: AuditRecord) {
  const { id, at, event, actor, accountId = null, affiliateId = null, origin, details = {} } = record;
  return {
    auditId: id,
    auditAt: at,
    auditEvent: event,
    auditActor: actor,
    auditAccountId: accountId,
    auditAffiliateId: affiliateId,
    auditAddress: origin?.address ?? null,
    auditUserAgent: origin?.userAgent?.slice(0, longestUserAgent) ?? null,
    auditDetails: JSON.stringify(details),
  };
}

const insert = statement('audit-insert', auditInsert);

/**
 * Writes one audit record, in the database transaction of the change if there is one, so that no change lacks its
 * record. Records are append-only: the database refuses to change or delete them.
 */
export async function writeAudit(queries: Queries, record: AuditRecord): Promise<void> {
  await insert.write(queries, auditValues(record));
}

const insertMany = statement(
  'audit-insert-many',
  `insert into audit_entries (id, at, event, actor, account_id, affiliate_id, address, user_agent, details)
   select id, at, event, actor, account_id, affiliate_id, address, user_agent, details::jsonb
   from unnest(:ids::uuid[], :at::timestamptz[], :events::text[], :actors::text[], :accountIds::bigint[],
     :affiliateIds::bigint[], :addresses::text[], :userAgents::text[], :details::text[])
     as t (id, at, event, actor, account_id, affiliate_id, address, user_agent, details)`,
);

/** `writeAudit` for many records, in one SQL statement. */
export async function writeAudits(queries: Queries, records: readonly AuditRecord[]): Promise<void> {
  const rows = records.map(auditValues);
  await insertMany.write(queries, {
    ids: rows.map(({ auditId }) => auditId),
    at: rows.map(({ auditAt }) => auditAt),
    events: rows.map(({ auditEvent }) => auditEvent),
    actors: rows.map(({ auditActor }) => auditActor),
    accountIds: rows.map(({ auditAccountId }) => auditAccountId),
    affiliateIds: rows.map(({ auditAffiliateId }) => auditAffiliateId),
    addresses: rows.map(({ auditAddress }) => auditAddress),
    userAgents: rows.map(({ auditUserAgent }) => auditUserAgent),
    details: rows.map(({ auditDetails }) => auditDetails),
  });
}
