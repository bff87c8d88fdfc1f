import type { Config } from '../config.ts';
import { describeFaults, parseConfig } from '../config.ts';
import { DataDirInUse, DataDirUnusable, lockDataDir } from '../db/data-lock.ts';
import { DatabaseUnreachable } from '../db/database.ts';
import { DatabaseInUse } from '../db/server-lock.ts';
import type { Environment } from '../environment.ts';
import { UnusableValue } from '../environment.ts';

/** What a command of the operator returns: what to print, and whether it went well. */
export interface CommandOutcome {
  ok: boolean;
  text: string;
}

/**
 * Runs a command of the operator against the configured storage: parses the environment, takes the data folder where the
 * database is the embedded one, and turns what the operator can put right into words.
 */
export async function operate(
  env: Environment,
  command: (config: Config) => Promise<CommandOutcome>,
): Promise<CommandOutcome> {
  const parsed = parseConfig(env);
  if (!parsed.ok) return { ok: false, text: describeFaults(parsed.faults) };
  const { config } = parsed;
  try {
    if (config.databaseUrl !== null) return await command(config);
    const lock = await lockDataDir(config.dataDir);
    return await command(config).finally(() => lock.release());
  } catch (error) {
    const theirs = [DataDirInUse, DataDirUnusable, DatabaseInUse, DatabaseUnreachable, UnusableValue];
    if (theirs.some((kind) => error instanceof kind)) return { ok: false, text: (error as Error).message };
    throw error;
  }
}

/** Prints an outcome and leaves its exit code to the process. */
export function report({ ok, text }: CommandOutcome): void {
  (ok ? process.stdout : process.stderr).write(`${text}\n`);
  process.exitCode = ok ? 0 : 1;
}
