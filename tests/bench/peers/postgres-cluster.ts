import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findProgram } from './find-program.ts';
import type { Owner } from './program-home.ts';
import { makeProgramHome } from './program-home.ts';

/** A separate PostgreSQL server with its default settings, fsync included. */
export interface PostgresCluster {
  url: string;
  port: number;
  /** The folder of the PostgreSQL programs. */
  programs: string;
  /** Starts the server again, also after it was killed, and waits until it answers. */
  start: () => void;
  /** Stops the server by `pg_ctl`. */
  end: (mode: 'fast' | 'immediate') => void;
  /** Sends a signal to all server processes, to the postmaster first. */
  signal: (signal: NodeJS.Signals) => void;
  stop: () => Promise<void>;
}

/** PostgreSQL refuses to run as root. In that case it runs as the user that Debian's package created. */
function owner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (option: string) => Number(spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

/** Creates and starts a cluster in a temporary folder. Returns null if PostgreSQL is not installed. */
export async function startPostgres(): Promise<PostgresCluster | null> {
  const initdb = findProgram('initdb');
  if (!initdb) return null;
  const programs = dirname(initdb);
  const as = owner();
  const { folder, port, remove } = await makeProgramHome('postgres', as);
  const data = join(folder, 'data');
  const run = (program: string, parameters: string[]) =>
    execFileSync(join(programs, program), parameters, { ...as, cwd: folder, stdio: 'ignore' });
  run('initdb', ['-D', data, '-U', 'brokerkit', '--auth=trust', '--encoding=UTF8', '--no-locale']);
  const server = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='${folder}'`;
  const start = () => run('pg_ctl', ['-D', data, '-l', join(folder, 'log'), '-w', '-t', '120', '-o', server, 'start']);
  const end = (mode: string) => run('pg_ctl', ['-D', data, '-m', mode, '-w', '-t', '120', 'stop']);
  start();
  return {
    ...{ start, end },
    signal(signal) {
      for (const pid of processesOf(data)) kill(pid, signal);
      // The killed postmaster may still be a zombie. Because of these files pg_ctl would believe that it runs.
      const left = [join(data, 'postmaster.pid'), join(folder, `.s.PGSQL.${port}.lock`)];
      if (signal === 'SIGKILL') for (const file of left) rmSync(file);
    },
    url: `postgres://brokerkit@127.0.0.1:${port}/postgres`,
    port,
    programs,
    async stop() {
      if (existsSync(join(data, 'postmaster.pid'))) end('fast');
      await remove();
    },
  };
}

/** Like `startPostgres`, but throws if PostgreSQL is not installed. */
export async function needPostgres(): Promise<PostgresCluster> {
  const cluster = await startPostgres();
  if (!cluster) throw new Error('PostgreSQL (initdb) is not installed, and this bench needs it');
  return cluster;
}

/** The postmaster and its child processes. */
function processesOf(data: string): number[] {
  const first = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const others = spawnSync('ps', ['-o', 'pid=', '--ppid', String(first)], { encoding: 'utf8' }).stdout;
  return [first, ...others.split('\n').map(Number).filter(Boolean)];
}

/** Ignores a process that has ended meanwhile. */
function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'ESRCH') throw fault;
  }
}
