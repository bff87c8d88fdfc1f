import { longestUserAgent } from '../audit/audit-log.ts';
import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';

/** The maximum number of devices stored for an account; a new one replaces the least recently used. */
const mostDevices = 20;

const deviceIsOf = statement(
  'device-is-of',
  `select 1 from devices d join accounts a on a.id = d.account_id where d.token_hash = :tokenHash and a.email = :email`,
);

/** Whether the device belongs to the account with this email (lower case). */
export async function isDeviceOf(queries: Queries, tokenHash: Buffer, email: string): Promise<boolean> {
  return (await deviceIsOf.first(queries, { tokenHash, email })) !== null;
}

const deviceIsKnown = statement(
  'device-is-known',
  'select 1 from devices where token_hash = :tokenHash and account_id = :accountId',
);

/** Whether the account knows the device with this token hash. */
export async function isKnownDevice(queries: Queries, accountId: number, tokenHash: Buffer): Promise<boolean> {
  return (await deviceIsKnown.first(queries, { accountId, tokenHash })) !== null;
}

/** The most log-ins of the past that a new one is compared with. */
const mostCompared = 200;

const deviceIsNew = statement(
  'device-is-new',
  `select count(*) > 0 and not bool_or(was.address is not distinct from :address?::text
     and was.user_agent is not distinct from :userAgent?::text) as "isNew!"
   from (
     select address, user_agent from audit_entries where account_id = :accountId and event = 'logged_in'
     order by at desc limit ${mostCompared}
   ) was`,
);

/**
 * Whether the account was entered before, but never from this address by this browser: then its owner wants to know. A
 * browser whose storage was emptied at home is no news.
 */
export async function isNewDevice(
  queries: Queries,
  accountId: number,
  { address, userAgent }: { address: string | null; userAgent: string | null },
): Promise<boolean> {
  const shortened = userAgent?.slice(0, longestUserAgent) ?? null;
  return (await deviceIsNew.first(queries, { accountId, address, userAgent: shortened }))?.isNew ?? false;
}

const deviceDeleteOf = statement(
  'device-delete-of',
  'delete from devices where account_id = :accountId and token_hash is distinct from :kept?::bytea',
);

/** Deletes the devices of the account except `kept`; returns how many. */
export function deleteDevicesOf(queries: Queries, accountId: number, kept: Buffer | null): Promise<number> {
  return deviceDeleteOf.write(queries, { accountId, kept });
}

const deviceTouch = statement(
  'device-touch',
  'update devices set last_used_at = greatest(last_used_at, :usedAt) where token_hash = :tokenHash and account_id = :accountId',
);

/** Records that the account's device was used; false if the device does not belong to the account. */
export async function touchDevice(
  queries: Queries,
  { tokenHash, accountId, usedAt }: { tokenHash: Buffer; accountId: number; usedAt: Date },
): Promise<boolean> {
  return (await deviceTouch.write(queries, { tokenHash, accountId, usedAt })) > 0;
}

const deviceInsert = statement(
  'device-insert',
  'insert into devices (token_hash, account_id, created_at, last_used_at) values (:tokenHash, :accountId, :usedAt, :usedAt)',
);

const deviceDropOldest = statement(
  'device-drop-oldest',
  `delete from devices where token_hash in (
   select token_hash from devices where account_id = :accountId
   order by last_used_at desc, created_at desc, token_hash offset :mostDevices)`,
);

/** Adds a device to the account, and deletes the least recently used one if there are too many. */
export async function insertDevice(
  queries: Queries,
  { tokenHash, accountId, usedAt }: { tokenHash: Buffer; accountId: number; usedAt: Date },
): Promise<void> {
  await deviceDropOldest.write(queries, { accountId, mostDevices: mostDevices - 1 });
  await deviceInsert.write(queries, { tokenHash, accountId, usedAt });
}
