import { statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import type { Config } from './config.ts';
import { describeFaults, parseConfig } from './config.ts';
import { DataDirInUse, lockDataDir } from './db/data-lock.ts';
import { openDatabase } from './db/database.ts';
import { isMigrated, migrate } from './db/migrate.ts';
import type { Environment } from './environment.ts';
import type { OperatorParts } from './operator/command.ts';
import { withKnownSite } from './operator/known-site.ts';
import { inWords } from './operator/operator-faults.ts';
import type { CommandOutcome } from './operator/outcome.ts';
import { systemRuntime } from './runtime.ts';

/** Where an operator typed a command, and what to do if another process has locked the data folder. */
export interface Typed {
  env: Environment;
  /** The working directory. */
  cwd: string;
  whenInUse?: WhenInUse;
}

/** Has the process that locked the data folder execute the command; resolves to null if that process cannot. */
type WhenInUse = (config: Config) => Promise<CommandOutcome | null>;

/**
 * Runs an operator's command on the configured database: opens and migrates it, identifies the operator, and always
 * closes it. Faults that the operator can fix are returned as text. A missing database is not created, because it would
 * be empty.
 */
export async function operate(
  { env, cwd, whenInUse }: Typed,
  command: (parts: OperatorParts<never, Config>) => Promise<CommandOutcome>,
): Promise<CommandOutcome> {
  const work = async (ownConfig: Config): Promise<CommandOutcome> => {
    const { databaseUrl, dataDir, databasePoolSize: poolSize } = ownConfig;
    const database = await openDatabase({ databaseUrl, dataDir, poolSize });
    try {
      if (!(await isMigrated(database))) return { ok: false, text: noDatabase(ownConfig) };
      await migrate(database);
      const config = await withKnownSite(ownConfig);
      return await command({ config, database, runtime: systemRuntime, actor: whoOperates(), cwd, live: null });
    } finally {
      await database.close();
    }
  };
  return onDatabase(env, work, whenInUse);
}

/**
 * Like `onStorage`, but refuses before creating anything if the data folder has no database or this user may not read
 * it.
 */
export async function onDatabase(
  env: Environment,
  work: (config: Config) => Promise<CommandOutcome>,
  whenInUse?: WhenInUse,
): Promise<CommandOutcome> {
  const parsed = parseConfig(env);
  const embedded = parsed.ok ? findEmbedded(parsed.config) : 'there';
  if (parsed.ok && embedded !== 'there') {
    return { ok: false, text: embedded === 'none' ? noDatabase(parsed.config) : hiddenFolder(parsed.config) };
  }
  return onStorage(env, work, whenInUse);
}

/** Whether the data folder has an embedded database: `hidden` if this user may not read it. */
function findEmbedded({ databaseUrl, dataDir }: Config): 'there' | 'none' | 'hidden' {
  if (databaseUrl !== null) return 'there';
  try {
    statSync(join(dataDir, 'database', 'PG_VERSION'));
    return 'there';
  } catch (fault) {
    const { code = '' } = fault as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return 'none';
    if (code === 'EACCES' || code === 'EPERM') return 'hidden';
    throw fault;
  }
}

/** The message if no database exists, or if the PostgreSQL database was never set up by a server. */
export function noDatabase({ databaseUrl, dataDir }: Config): string {
  if (databaseUrl === null) return `There is no database in ${resolve(dataDir)}. Set DATA_DIR (or DATABASE_URL).`;
  const { host, pathname } = new URL(databaseUrl);
  return `No server has ever used the database ${pathname.slice(1)} on ${host}. Set DATABASE_URL.`;
}

/** The message if this user may not read the data folder, which may contain a database. */
function hiddenFolder({ dataDir }: Config): string {
  return `The data folder ${resolve(dataDir)} cannot be read. Run this as the user that the server runs as.`;
}

/** The operator's name in the operating system. */
export function whoOperates(): `operator:${string}` {
  return `operator:${userInfo().username}`;
}

/**
 * Parses the environment, locks the data folder if the database is embedded, and runs `work`. Faults that the operator
 * can fix are returned as text. For commands that need the storage, but not a database that is open and migrated.
 */
export async function onStorage(
  env: Environment,
  work: (config: Config) => Promise<CommandOutcome>,
  whenInUse?: WhenInUse,
): Promise<CommandOutcome> {
  const parsed = parseConfig(env);
  if (!parsed.ok) return { ok: false, text: describeFaults(parsed.faults) };
  const { config } = parsed;
  try {
    if (config.databaseUrl !== null) return await work(config);
    const lock = await lockDataDir(config.dataDir);
    return await work(config).finally(() => lock.release());
  } catch (fault) {
    const answer = fault instanceof DataDirInUse ? await whenInUse?.(config) : null;
    if (answer) return answer;
    const text = inWords(fault);
    if (text === null) throw fault;
    return { ok: false, text };
  }
}
