import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { DataLock } from '../db/data-lock.ts';
import { DataDirInUse, DataDirUnusable, lockDataDir } from '../db/data-lock.ts';
import type { BuildSwitches } from './build-fingerprint.ts';
import { fingerprintOf, readStamp } from './build-fingerprint.ts';

export interface EnsureBuiltOptions extends BuildSwitches {
  /** The folder of package.json. */
  root: string;
  distDir: string;
  /** The environment of the build. */
  env: Readonly<Record<string, string | undefined>>;
  logger: Pick<Logger, 'info'>;
  /** Aborts a build in progress. */
  signal: AbortSignal;
}

/** How often a process checks again while it waits for another process's build. */
const pollAgainMs = 250;

/** The server may not build the site. The message says why, and what to do. */
export class SiteNotBuilt extends Error {
  override name = 'SiteNotBuilt';
}

/**
 * Builds the site if it is missing or if its sources or settings have changed. Throws if the build fails, and throws
 * `SiteNotBuilt` if the project's folder is not writable, or if the build there is for another server: somebody made
 * it with `API_URL` to upload it.
 */
export async function ensureBuilt(options: EnsureBuiltOptions): Promise<void> {
  if (await isBuilt(options)) return;
  await keepBuildForAnother(options);
  const lock = await lockBuild(options);
  try {
    // Another process may have built it meanwhile.
    if (!(await isBuilt(options))) await buildAndLog(options);
  } finally {
    await lock.release();
  }
}

async function isBuilt(options: EnsureBuiltOptions): Promise<boolean> {
  const [built, wanted] = await Promise.all([readStamp(options.distDir), fingerprintOf(options)]);
  return built?.fingerprint === wanted;
}

async function keepBuildForAnother({ distDir, apiUrl }: EnsureBuiltOptions): Promise<void> {
  const built = await readStamp(distDir);
  if (built === null || built.apiUrl === '' || built.apiUrl === apiUrl) return;
  throw new SiteNotBuilt(
    `${distDir} has a site that was built with API_URL=${built.apiUrl}, and this start would replace it. ` +
      `Start with the same API_URL to keep it, or delete the folder to have the site built again.`,
  );
}

/** Takes the lock for building: two builds at once would overwrite each other's files. */
async function lockBuild({ root, distDir, signal }: EnsureBuiltOptions): Promise<DataLock> {
  for (;;) {
    try {
      return await lockDataDir(join(root, '.astro', 'build-lock'));
    } catch (fault) {
      if (fault instanceof DataDirUnusable) throw await notBuilt({ root, distDir }, fault);
      if (!(fault instanceof DataDirInUse)) throw fault;
      await wait(pollAgainMs, undefined, { signal });
    }
  }
}

async function notBuilt(
  { root, distDir }: Pick<EnsureBuiltOptions, 'root' | 'distDir'>,
  { cause }: DataDirUnusable,
): Promise<SiteNotBuilt> {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new SiteNotBuilt(
    `The site has to be built, because ${await whyToBuild(distDir)}, and this user cannot write to ${root} (${reason}). ` +
      `Run "npm run build" there as the owner of that folder, with the settings of the server, and start it again.`,
    { cause },
  );
}

async function whyToBuild(distDir: string): Promise<string> {
  const isFirst = (await readStamp(distDir)) === null;
  return isFirst ? 'there is no finished build' : 'its sources or switches have changed';
}

async function buildAndLog(options: EnsureBuiltOptions): Promise<void> {
  const { distDir, logger } = options;
  logger.info({ why: await whyToBuild(distDir) }, 'building the site; this takes a moment');
  const startedAt = performance.now();
  await build(options);
  logger.info({ seconds: Math.round((performance.now() - startedAt) / 1000) }, 'the site is built');
}

async function build({ root, env, signal }: EnsureBuiltOptions): Promise<void> {
  const astro = join(dirname(fileURLToPath(import.meta.resolve('astro/package.json'))), 'bin', 'astro.mjs');
  const child = spawn(process.execPath, [astro, 'build'], {
    cwd: root,
    env: { ...env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  const output = collect(child);
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code === 0) return;
  process.stderr.write(output.join(''));
  throw new Error("The site could not be built; the build's output is above");
}

/**
 * Collects the build's output, which is plain text. It is shown only if the build fails, so the log stays one JSON
 * object per line.
 */
function collect(child: ChildProcess): string[] {
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => output.push(text));
  }
  return output;
}
