import { statfsSync } from 'node:fs';

const inMemory = '/dev/shm';
/** More than all databases of a run need at one time. */
const neededBytes = 2 ** 31;

/**
 * Keeps the temporary files of this process and its children in memory, where the system offers that and has the room.
 * A test database is 550 files, and a disk takes ever longer to make them while as many are removed.
 */
export function keepTemporaryFilesInMemory(): void {
  const room = roomIn(inMemory);
  if (room > neededBytes) process.env.TMPDIR ??= inMemory;
}

function roomIn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
