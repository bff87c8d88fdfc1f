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

/**
 * Where a command was typed, and who does it where another process has the data folder: null where nobody there can.
 */
export interface Typed {
  env: Environment;
  /** A folder. */
  cwd: string;
  whenInUse?: WhenInUse;
}

type WhenInUse = (config: Config) => Promise<CommandOutcome | null>;

/**
 * Runs a command of the operator on the configured database: opens it, brings it up to date, says who operates, and
 * closes it, whatever happens. What the operator can put right is said in words. Where there is no database none is
 * made: nothing would be found in it.
 */
export async function operate(
  { env, cwd, whenInUse }: Typed,
  command: (parts: OperatorParts<never, Config>) => Promise<CommandOutcome>,
): Promise<CommandOutcome> {
  const work = async (said: Config): Promise<CommandOutcome> => {
    const { databaseUrl, dataDir, databasePoolSize: poolSize } = said;
    const database = await openDatabase({ databaseUrl, dataDir, poolSize });
    try {
      if (!(await isMigrated(database))) return { ok: false, text: noDatabase(said) };
      await migrate(database);
      const config = await withKnownSite(said);
      return await command({ config, database, runtime: systemRuntime, actor: whoOperates(), cwd, live: null });
    } finally {
      await database.close();
    }
  };
  return onDatabase(env, work, whenInUse);
}

/**
 * As `onStorage`, and where the data folder has no database that this user sees it is said, before anything is made
 * there.
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

/** What an operator would look into, as far as the data folder tells it: `hidden` where it tells this user nothing. */
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

/** What is said where nothing of this product is. */
export function noDatabase({ databaseUrl, dataDir }: Config): string {
  if (databaseUrl === null) return `There is no database in ${resolve(dataDir)}: set DATA_DIR (or DATABASE_URL).`;
  const { host, pathname } = new URL(databaseUrl);
  return `No server has ever worked on the database ${pathname.slice(1)} on ${host}: set DATABASE_URL.`;
}

/** There may be a database in it. */
function hiddenFolder({ dataDir }: Config): string {
  return `The data folder ${resolve(dataDir)} cannot be read. Be the user that the server runs as.`;
}

/** As the system knows them. */
export function whoOperates(): `operator:${string}` {
  return `operator:${userInfo().username}`;
}

/**
 * Parses the environment, takes the data folder where the database is the embedded one, and turns what the operator
 * can put right into words: for what needs the storage and not an open database of this version.
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
