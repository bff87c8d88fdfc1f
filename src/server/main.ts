import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { App } from './app.ts';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { describeFaults, parseConfig } from './config.ts';
import { restrictDataDir } from './db/close-data-dir.ts';
import type { DataLock } from './db/data-lock.ts';
import { DataDirInUse, DataDirUnusable, lockDataDir } from './db/data-lock.ts';
import { DatabaseUnreachable } from './db/database.ts';
import type { ServerLock } from './db/server-lock.ts';
import { DatabaseInUse, lockServer } from './db/server-lock.ts';
import { UnusableValue } from './environment.ts';
import { createLogger } from './logger.ts';
import { systemRuntime } from './runtime.ts';
import { systemSchedule } from './schedule.ts';
import { ensureBuilt, SiteNotBuilt } from './site/ensure-built.ts';
import { createStartProgress } from './start-progress.ts';

/** `npm start`: the whole product in one process. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const distDir = join(root, 'dist');
/** Whoever stops the server may kill it after 10 seconds; anything that hangs is abandoned before that. */
const stopWithinMs = 9_000;

/** Tells the person who started the server why it cannot run, and exits. */
function refuseToStart(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

/** Faults whose messages tell the person who started the server what to do. */
const refusals = [DataDirInUse, DataDirUnusable, DatabaseInUse, DatabaseUnreachable, SiteNotBuilt, UnusableValue];

const building = new AbortController();

async function start(config: Config, logger: Logger): Promise<void> {
  const startedAt = performance.now();
  const { elapsedMs } = systemRuntime;
  const progress = createStartProgress({ logger, elapsedMs, schedule: systemSchedule });
  const running: { app?: App; lock?: DataLock | ServerLock } = {};
  stopOnSignals(async () => {
    building.abort();
    progress.stop();
    await running.app?.close();
    await running.lock?.release();
  }, logger);
  const { databaseUrl } = config;
  const serverLock = databaseUrl === null ? undefined : await lockServer({ databaseUrl });
  running.lock = serverLock ?? (await lockDataDir(config.dataDir));
  restrictDataDir(config.dataDir, logger);
  const { switches, mapTiles, embeds, apiUrl } = config;
  const { signal } = building;
  const pages = ensureBuilt({
    ...{ root, distDir, switches, mapTiles, embeds, apiUrl },
    ...{ env: { ...process.env, DEMO_DATA: config.demoData ? 'on' : 'off' }, logger, signal },
  });
  const built = progress.during('building the pages', pages).then(() => distDir);
  // The app awaits the build only after opening its database. A build that fails before must not count as an unhandled
  // rejection.
  built.catch(() => undefined);
  running.app = await createApp({
    config,
    runtime: systemRuntime,
    logger,
    distDir: built,
    progress,
    ...(serverLock && { serverLock }),
  });
  const { url } = await running.app.listen();
  progress.stop();
  logger.info({ url, seconds: Math.round(performance.now() - startedAt) / 1000 }, `ready at ${url}`);
}

/**
 * The first signal stops the server in order. Later signals are ignored, because the terminal and npm each send one.
 */
function stopOnSignals(stop: () => Promise<void>, logger: Logger): void {
  let isStopping = false;
  const end = (signal: string, code: number) => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    stop().then(
      () => process.exit(code),
      (fault: unknown) => {
        logger.fatal({ err: fault }, 'the server did not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => end('SIGTERM', 0)).on('SIGINT', () => end('SIGINT', 0));
  // An uncaught fault leaves the process in an unknown state: it exits and has to be restarted.
  const fail = (fault: unknown) => {
    logger.fatal({ err: fault }, 'uncaught fault');
    end('fault', 1);
  };
  process.on('uncaughtException', fail).on('unhandledRejection', fail);
}

const parsed = parseConfig(process.env);
if (!parsed.ok) refuseToStart(describeFaults(parsed.faults));
const logger = createLogger({ level: parsed.config.logLevel });
try {
  await start(parsed.config, logger);
} catch (fault) {
  if (refusals.some((refusal) => fault instanceof refusal)) refuseToStart((fault as Error).message);
  // A signal during startup also makes the start fail, but `stopOnSignals` is then already ending the process.
  if (!building.signal.aborted) {
    logger.fatal({ err: fault }, 'the server could not start');
    process.exit(1);
  }
}
