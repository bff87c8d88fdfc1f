import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { findProgram } from './find-program.ts';

/**
 * Keeps a process with all its threads on one core, so that what is measured in it is measured on one, and who shares
 * the machine with it has the others. Returns whether it could: by `taskset`, where there are two cores.
 * (availableParallelism() counts the cores left to this process: one, once it is pinned.)
 */
export function pinToCore(pid: number | undefined, core: number): boolean {
  const taskset = findProgram('taskset');
  if (!taskset || pid === undefined || cpus().length <= core) return false;
  return spawnSync(taskset, ['-a', '-c', '-p', String(core), String(pid)], { stdio: 'ignore' }).status === 0;
}
