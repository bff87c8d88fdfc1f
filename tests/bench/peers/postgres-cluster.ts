import { execFileSync, spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { findProgram } from './find-program.ts';
import type { Owner } from './program-place.ts';
import { makePlace } from './program-place.ts';

/** A PostgreSQL server of one's own, with the settings it comes with: fsync and all. */
export interface PostgresCluster {
  url: string;
  port: number;
  /** The folder of its programs. */
  programs: string;
  stop: () => Promise<void>;
}

/** PostgreSQL refuses to run as root: there it runs as the user that Debian's package made. */
function owner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (option: string) => Number(spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

/** Makes and starts a cluster in a temporary folder; null where PostgreSQL is not installed. */
export async function startPostgres(): Promise<PostgresCluster | null> {
  const initdb = findProgram('initdb');
  if (!initdb) return null;
  const programs = dirname(initdb);
  const as = owner();
  const { folder, port, remove } = await makePlace('postgres', as);
  const data = join(folder, 'data');
  const run = (program: string, parameters: string[]) =>
    execFileSync(join(programs, program), parameters, { ...as, cwd: folder, stdio: 'ignore' });
  run('initdb', ['-D', data, '-U', 'brokerkit', '--auth=trust', '--encoding=UTF8', '--no-locale']);
  const server = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='${folder}'`;
  run('pg_ctl', ['-D', data, '-l', join(folder, 'log'), '-w', '-o', server, 'start']);
  return {
    url: `postgres://brokerkit@127.0.0.1:${port}/postgres`,
    port,
    programs,
    async stop() {
      run('pg_ctl', ['-D', data, '-m', 'fast', '-w', 'stop']);
      await remove();
    },
  };
}

/** The same for a bench that cannot do without. Throws where PostgreSQL is not installed. */
export async function needPostgres(): Promise<PostgresCluster> {
  const cluster = await startPostgres();
  if (!cluster) throw new Error('PostgreSQL (initdb) is not installed, and this bench needs it');
  return cluster;
}
