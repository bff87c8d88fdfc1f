import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';

/** An account keeps this many devices; the one that was used longest ago makes room for a new one. */
const mostDevices = 20;

const deviceIsOf = statement(
  'device-is-of',
  `select 1 from devices d join accounts a on a.id = d.account_id where d.token_hash = :tokenHash and a.email = :email`,
);

/** Whether the device is one of the account with this email (lower case). */
export async function isDeviceOf(queries: Queries, tokenHash: Buffer, email: string): Promise<boolean> {
  return (await deviceIsOf.first(queries, { tokenHash, email })) !== null;
}

const deviceIsKnown = statement(
  'device-is-known',
  'select 1 from devices where token_hash = :tokenHash and account_id = :accountId',
);

/** Whether the account knows the device by the hash of what it keeps. */
export async function isKnownDevice(queries: Queries, accountId: number, tokenHash: Buffer): Promise<boolean> {
  return (await deviceIsKnown.first(queries, { accountId, tokenHash })) !== null;
}

const deviceDeleteOf = statement(
  'device-delete-of',
  'delete from devices where account_id = :accountId and token_hash is distinct from :kept?::bytea',
);

/** Forgets the devices of the account, but the one that is `kept`; returns how many. */
export function deleteDevicesOf(queries: Queries, accountId: number, kept: Buffer | null): Promise<number> {
  return deviceDeleteOf.write(queries, { accountId, kept });
}

const deviceTouch = statement(
  'device-touch',
  'update devices set last_used_at = greatest(last_used_at, :usedAt) where token_hash = :tokenHash and account_id = :accountId',
);

/** Notes that the account's device was used; false where it is none of the account. */
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

/** Keeps a new device of the account, and forgets the oldest of too many. */
export async function insertDevice(
  queries: Queries,
  { tokenHash, accountId, usedAt }: { tokenHash: Buffer; accountId: number; usedAt: Date },
): Promise<void> {
  await deviceDropOldest.write(queries, { accountId, mostDevices: mostDevices - 1 });
  await deviceInsert.write(queries, { tokenHash, accountId, usedAt });
}
