import type { Queries } from '../db/database.ts';

/** The events that matter to safety. A closed list: what is not here cannot be written. */
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

/** Where a request comes from, as far as the server saw. */
export interface RequestOrigin {
  address: string | null;
  userAgent: string | null;
}

export interface AuditEntry {
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

/** What a client calls itself is cut to this many characters. */
export const longestUserAgent = 300;

/** How many parameters `auditInsert` takes. */
export const auditParameterCount = 9;

/** The insert of one entry, for a caller that writes its own rows in the same statement; `first` is the number of its first parameter. The values come from `auditValues`. */
export function auditInsert(first: number): string {
  const parameters = Array.from({ length: auditParameterCount }, (_, offset) => `$${first + offset}`);
  return `insert into audit_entries (id, at, event, actor, account_id, affiliate_id, address, user_agent, details)
    values (${parameters.join(', ')})`;
}

export function auditValues(entry: AuditEntry): unknown[] {
  const { id, at, event, actor, accountId = null, affiliateId = null, origin, details = {} } = entry;
  return [
    ...[id, at, event, actor, accountId, affiliateId],
    ...[origin?.address ?? null, origin?.userAgent?.slice(0, longestUserAgent) ?? null, JSON.stringify(details)],
  ];
}

/**
 * Writes one event down, in the transaction of the change where there is one, so that no change is without its entry. The
 * database keeps entries as they are: they are neither changed nor deleted.
 */
export async function writeAudit(queries: Queries, entry: AuditEntry): Promise<void> {
  await queries.query({ name: 'audit-insert', text: auditInsert(1), values: auditValues(entry) });
}

/** The same for many events, by one statement however many they are. */
export async function writeAudits(queries: Queries, entries: readonly AuditEntry[]): Promise<void> {
  const rows = entries.map(auditValues);
  const columns = Array.from({ length: auditParameterCount }, (_, place) => rows.map((row) => row[place]));
  await queries.query({
    name: 'audit-insert-many',
    text: `insert into audit_entries (id, at, event, actor, account_id, affiliate_id, address, user_agent, details)
      select id, at, event, actor, account_id, affiliate_id, address, user_agent, details::jsonb
      from unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::text[], $8::text[], $9::text[])
        as t (id, at, event, actor, account_id, affiliate_id, address, user_agent, details)`,
    values: columns,
  });
}
