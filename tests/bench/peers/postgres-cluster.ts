import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './find-program.ts';

/** A PostgreSQL server of one's own, with the settings it comes with: fsync and all. */
export interface PostgresCluster {
  url: string;
  port: number;
  /** The folder of its programs. */
  programs: string;
  stop: () => Promise<void>;
}

function findPrograms(): string | undefined {
  const newest = globSync('/usr/lib/postgresql/*/bin').sort().at(-1);
  if (newest && existsSync(join(newest, 'initdb'))) return newest;
  const initdb = findProgram('initdb');
  return initdb && join(initdb, '..');
}

/** PostgreSQL refuses to run as root: there it runs as the user that Debian's package made. */
function owner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (option: string) => Number(spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Makes and starts a cluster in a temporary folder; null where PostgreSQL is not installed. */
export async function startPostgres(): Promise<PostgresCluster | null> {
  const programs = findPrograms();
  if (!programs) return null;
  const as = owner();
  const folder = await mkdtemp(join(tmpdir(), 'brokerkit-postgres-'));
  if (as) chownSync(folder, as.uid, as.gid);
  const data = join(folder, 'data');
  const run = (program: string, parameters: string[]) =>
    execFileSync(join(programs, program), parameters, { ...as, cwd: folder, stdio: 'ignore' });
  const port = await freePort();
  run('initdb', ['-D', data, '-U', 'brokerkit', '--auth=trust', '--encoding=UTF8', '--no-locale']);
  const server = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='${folder}'`;
  run('pg_ctl', ['-D', data, '-l', join(folder, 'log'), '-w', '-o', server, 'start']);
  return {
    url: `postgres://brokerkit@127.0.0.1:${port}/postgres`,
    port,
    programs,
    async stop() {
      run('pg_ctl', ['-D', data, '-m', 'fast', '-w', 'stop']);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
