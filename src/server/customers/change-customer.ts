import { isDeepStrictEqual } from 'node:util';
import { loadCredentials } from '../accounts/accounts-rows.ts';
import { tellServer } from '../accounts/news/account-news.ts';
import { writeAudit } from '../audit/audit-log.ts';
import type { Queries } from '../db/database.ts';
import { longestLockWait } from '../db/lock-wait.ts';
import type { OperatorParts } from '../operator/command.ts';
import type { CommandOutcome } from '../operator/outcome.ts';
import { whenText } from '../operator/outcome.ts';
import type { CustomerSettings, LockedCustomer } from './customers-rows.ts';
import { findLastChange, lockSettings, updateSettings } from './customers-rows.ts';

/** A setting to change for a customer, and why. */
export interface CustomerChange<Name extends keyof CustomerSettings> {
  /** In lower case. */
  email: string;
  reason: string;
  name: Name;
  /** The setting in words, such as "level". */
  what: string;
  /** Returns the new value, given the current settings. */
  next: (now: CustomerSettings) => CustomerSettings[Name];
  /** Formats a value; for a secret, only whether there is one. */
  textOf: (value: CustomerSettings[Name]) => string;
  /** If set, the old and new values must not appear in the answer or the audit log. */
  isSecret?: true;
  /**
   * Decides whether this customer may get the new value. Returns details for the audit log, or a text that says why
   * not. Absent: always allowed.
   */
  permit?: (now: LockedCustomer) => { ok: true; details: { override?: string } } | { ok: false; text: string };
}

type ChangeParts = Pick<OperatorParts, 'database' | 'runtime' | 'actor'>;

/** Reads other rows before the account's row is locked. Returns how the setting changes, or why it cannot change. */
type ReadChange<Name extends keyof CustomerSettings> = (
  connection: Queries,
) => Promise<{ ok: true; next: CustomerChange<Name>['next']; textOf: CustomerChange<Name>['textOf'] } | CommandOutcome>;

/**
 * Changes one setting of a customer, with an audit record, in one database transaction; open browsers are updated after
 * the commit. If the setting already has the value, nothing changes, and the answer says who set it: the second of two
 * operators learns of the first.
 */
export function changeCustomer<Name extends keyof CustomerSettings>(
  parts: ChangeParts,
  { next, textOf, ...change }: CustomerChange<Name>,
): Promise<CommandOutcome> {
  return changeCustomerBy(parts, { ...change, read: () => Promise.resolve({ ok: true, next, textOf }) });
}

/**
 * `changeCustomer` for a setting that depends on other rows: these are read in the database transaction, before the
 * account's row is locked.
 */
export async function changeCustomerBy<Name extends keyof CustomerSettings>(
  parts: ChangeParts,
  { read, ...change }: Omit<CustomerChange<Name>, 'next' | 'textOf'> & { read: ReadChange<Name> },
): Promise<CommandOutcome> {
  const account = await loadCredentials(parts.database, change.email);
  if (!account) return { ok: false, text: 'There is no customer with this email.' };
  return parts.database.transaction(async (connection) => {
    const how = await read(connection);
    return 'next' in how ? writeChange(connection, parts, { ...change, ...how, accountId: account.id }) : how;
  }, longestLockWait);
}

async function writeChange<Name extends keyof CustomerSettings>(
  connection: Queries,
  { runtime, actor }: ChangeParts,
  {
    accountId,
    email,
    reason,
    name,
    what,
    next,
    textOf,
    isSecret,
    permit,
  }: CustomerChange<Name> & { accountId: number },
): Promise<CommandOutcome> {
  const now = await lockSettings(connection, accountId);
  if (!now) throw new Error(`There is no account ${accountId}`);
  const value = next(now);
  const [from, to] = [textOf(now[name]), textOf(value)];
  if (isDeepStrictEqual(value, now[name])) {
    const last = await findLastChange(connection, { accountId, what });
    const by = last ? ` by ${last.actor.slice('operator:'.length)}, ${whenText(last.at)} UTC` : '';
    if (isSecret) return { ok: false, text: `${email} already has this ${what}${by && `, set${by}`}.` };
    return { ok: false, text: `${nameOf(what)} of ${email} is already ${to}${by && `, set${by}`}.` };
  }
  const permitted = permit?.(now) ?? { ok: true, details: {} };
  if (!permitted.ok) return permitted;
  await updateSettings(connection, accountId, { [name]: value });
  const at = new Date(runtime.now());
  const details = { what, why: reason, ...(!isSecret && { from, to }), ...permitted.details };
  await writeAudit(connection, { id: runtime.newId(), at, event: 'customer_changed', actor, accountId, details });
  await tellServer(connection, accountId);
  return { ok: true, text: `${nameOf(what)} of ${email}: ${from} → ${to}`, data: { email, what, from, to } };
}

const nameOf = (what: string) => `The ${what}`;
