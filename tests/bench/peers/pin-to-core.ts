import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { findProgram } from './find-program.ts';

/**
 * Pins a process with all its threads to one core, so that it is measured on one core and the other programs have the
 * rest. Returns whether that worked: it needs `taskset` and at least two cores. (Do not use availableParallelism()
 * here: for a pinned process it is one.)
 */
export function pinToCore(pid: number | undefined, core: number): boolean {
  const taskset = findProgram('taskset');
  if (!taskset || pid === undefined || cpus().length <= core) return false;
  return spawnSync(taskset, ['-a', '-c', '-p', String(core), String(pid)], { stdio: 'ignore' }).status === 0;
}
