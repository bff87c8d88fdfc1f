import { setTimeout as delay } from 'node:timers/promises';
import type { Queries } from './database.ts';
import { statement } from './statement.ts';

/** The key of the advisory lock: arbitrary, but the same in every process of this product. */
const serverLock = 7_315_022_043;
/** How the names of servers' connections begin. Connections of operators' commands have other names. */
const names = { lock: 'brokerkit lock ', pool: 'brokerkit server ' } as const;
const endWithinMs = 5_000;
const pollEveryMs = 50;

export async function tryServerLock(queries: Queries): Promise<boolean> {
  const text = 'select pg_try_advisory_lock($1) as locked';
  const { rows } = await queries.query<{ locked: boolean }>(text, [serverLock]);
  return rows[0]?.locked === true;
}

/** The id of the PostgreSQL process whose session holds the lock. */
export async function backendOf(queries: Queries): Promise<number | undefined> {
  const { rows } = await queries.query<{ pid: number }>(
    `select l.pid from pg_locks l join pg_database d on d.oid = l.database
     where l.locktype = 'advisory' and l.granted and l.mode = 'ExclusiveLock' and l.objsubid = 1
       and (l.classid::bigint << 32 | l.objid::bigint) = $1 and d.datname = current_database()`,
    [serverLock],
  );
  return rows[0]?.pid;
}

export async function ownBackend(queries: Queries): Promise<number> {
  const { rows } = await queries.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

/** Names the connection that is to hold the lock, overriding a name in the URL. */
export const nameLock = (queries: Queries, server: string) => name(queries, names.lock + server);

/** Names one of the server's other connections. */
export const nameConnection = (queries: Queries, server: string) => name(queries, names.pool + server);

async function name(queries: Queries, text: string): Promise<void> {
  await queries.query(`select set_config('application_name', $1, false)`, [text]);
}

export async function isReadOnly(queries: Queries): Promise<boolean> {
  const text = `select current_setting('transaction_read_only')::boolean as "isReadOnly"`;
  return (await queries.query<{ isReadOnly: boolean }>(text)).rows[0]?.isReadOnly === true;
}

/** Ends the connection through which this server held the lock before, if PostgreSQL still has it. */
export const endLocks = (queries: Queries, server: string) => end(queries, names.lock + server);

/**
 * Ends all connections that servers have opened to this database, including this server's earlier ones, and waits until
 * they are gone: only then is it certain which of their transactions were committed.
 */
export const endConnections = (queries: Queries) => end(queries, names.pool);

async function end(queries: Queries, called: string): Promise<void> {
  const endMs = performance.now() + endWithinMs;
  const others = `from pg_stat_activity where datname = current_database() and usename = current_user
    and pid <> pg_backend_pid() and starts_with(application_name, $1)`;
  await queries.query(`select pg_terminate_backend(pid) ${others}`, [called]);
  while ((await queries.query(`select ${others} limit 1`, [called])).rowCount !== 0) {
    if (performance.now() >= endMs) throw new Error('The connections of a former server did not close in time');
    await delay(pollEveryMs);
  }
}

const serverHolderEnter = statement(
  'server-holder-enter',
  `insert into server_holders (holder, taken_at) values (:holder, :now)
   on conflict (id) do update set holder = excluded.holder, taken_at = excluded.taken_at`,
);

export async function enterAsHolder(queries: Queries, holder: string, now: Date): Promise<void> {
  await serverHolderEnter.write(queries, { holder, now });
}

export async function isHolder(queries: Queries, holder: string): Promise<boolean> {
  const text = 'select holder = $1::uuid as "isHolder" from server_holders';
  return (await queries.query<{ isHolder: boolean }>(text, [holder])).rows[0]?.isHolder === true;
}
