import type { Queries } from '../db/database.ts';

/** An account keeps this many devices; the one that was used longest ago makes room for a new one. */
const mostDevices = 20;

/** Whether the device is one of the account with this email (lower case). */
export async function isDeviceOf(queries: Queries, tokenHash: Buffer, email: string): Promise<boolean> {
  const { rows } = await queries.query({
    name: 'device-is-of',
    text: `select 1 from devices d join accounts a on a.id = d.account_id where d.token_hash = $1 and a.email = $2`,
    values: [tokenHash, email],
  });
  return rows.length > 0;
}

/** Whether the account knows the device by the hash of what it keeps. */
export async function isKnownDevice(queries: Queries, accountId: number, tokenHash: Buffer): Promise<boolean> {
  const { rows } = await queries.query({
    name: 'device-is-known',
    text: 'select 1 from devices where token_hash = $2 and account_id = $1',
    values: [accountId, tokenHash],
  });
  return rows.length > 0;
}

/** Forgets the devices of the account, but the one that is `kept`; returns how many. */
export async function deleteDevicesOf(queries: Queries, accountId: number, kept: Buffer | null): Promise<number> {
  const { rowCount } = await queries.query({
    name: 'device-delete-of',
    text: 'delete from devices where account_id = $1 and token_hash is distinct from $2::bytea',
    values: [accountId, kept],
  });
  return rowCount ?? 0;
}

/** Notes that the account's device was used; false where it is none of the account. */
export async function touchDevice(
  queries: Queries,
  { tokenHash, accountId, usedAt }: { tokenHash: Buffer; accountId: number; usedAt: Date },
): Promise<boolean> {
  const { rowCount } = await queries.query({
    name: 'device-touch',
    text: 'update devices set last_used_at = greatest(last_used_at, $3) where token_hash = $1 and account_id = $2',
    values: [tokenHash, accountId, usedAt],
  });
  return (rowCount ?? 0) > 0;
}

/** Keeps a new device of the account, and forgets the oldest of too many. */
export async function insertDevice(
  queries: Queries,
  { tokenHash, accountId, usedAt }: { tokenHash: Buffer; accountId: number; usedAt: Date },
): Promise<void> {
  await queries.query({
    name: 'device-drop-oldest',
    text: `delete from devices where token_hash in (
             select token_hash from devices where account_id = $1
             order by last_used_at desc, created_at desc, token_hash offset $2)`,
    values: [accountId, mostDevices - 1],
  });
  await queries.query({
    name: 'device-insert',
    text: 'insert into devices (token_hash, account_id, created_at, last_used_at) values ($1, $2, $3, $3)',
    values: [tokenHash, accountId, usedAt],
  });
}
