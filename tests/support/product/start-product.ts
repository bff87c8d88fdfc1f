import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { copyDatabase } from '../database-templates.ts';
import { inherited, nodeFlags } from './run-program.ts';

/** The product as `npm start` runs it, in a separate process. */
export interface Product {
  url: string;
  process: ChildProcess;
  /** Every line of its output since the start. */
  log: readonly string[];
  /** Signals it to stop and waits until it has; the data stays. */
  stop: (signal?: NodeJS.Signals) => Promise<void>;
}

export interface StartOptions {
  dataDir: string;
  env?: Record<string, string>;
  /**
   * How much history the first start makes: two days, unless a test needs the full year, which takes seconds to make.
   */
  history?: 'full' | 'short';
  /** The program to run; the product's own by default. */
  program?: string;
}

/**
 * Starts the product on a free port and waits for the log line with its address. Throws with the log if the process
 * ends first. A new data folder gets an empty database, which the product itself seeds.
 */
export async function startProduct({
  dataDir,
  env = {},
  history = 'short',
  program = 'src/server/main.ts',
}: StartOptions): Promise<Product> {
  if (env.DATABASE_URL === undefined && !existsSync(join(dataDir, 'database'))) await copyDatabase(dataDir, 'migrated');
  const child = spawn(process.execPath, [...nodeFlags, program], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Tests log in as the demo people, even with https sites and payment providers, which would turn the demo data off.
    env: { ...inherited, PORT: '0', DATA_DIR: dataDir, SEED_HISTORY: history, DEMO_DATA: 'on', ...env },
  });
  const log: string[] = [];
  const url = await urlInLog(child, log);
  return {
    ...{ url, log },
    process: child,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
}

function urlInLog(child: ChildProcess, log: string[]): Promise<string> {
  return new Promise((found, fail) => {
    const read = (line: string) => {
      log.push(line);
      const url = /"url":"(https?:\/\/(?:127\.0\.0\.1|localhost):\d+)"/.exec(line)?.[1];
      if (url) found(url);
    };
    for (const stream of [child.stdout, child.stderr]) if (stream) createInterface(stream).on('line', read);
    child.once('error', fail);
    child.once('exit', (code) => {
      fail(new Error(`The server ended with ${String(code)} before it listened:\n${log.join('\n')}`));
    });
  });
}

/** A temporary folder for one server's data, and a function that removes it. */
export async function makeDataFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'brokerkit-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
