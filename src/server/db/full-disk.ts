import { statfs } from 'node:fs/promises';

/** With less than this the embedded database may fail to create a new segment of its log, which is 16 MB. */
const leastFreeBytes = 20 * 1024 * 1024;

export type FreeBytes = (folder: string) => Promise<number>;

/** How much this user may still write on the disk of a folder. */
export const freeBytesOf: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** The message of a start that fails for lack of disk space. It is the same wherever the lack is noticed first. */
export function fullDiskText(folder: string): string {
  return `the disk of ${folder} is full. Make room and start again.`;
}

/**
 * Returns the message about a full disk if it has too little room for the embedded database, whose own error does not
 * say so. Null if there is enough room.
 */
export async function describeFullDisk(folder: string, freeBytes: FreeBytes): Promise<string | null> {
  const free = await freeBytes(folder).catch(() => Infinity);
  return free < leastFreeBytes ? fullDiskText(folder) : null;
}

/** Whether the system or SQLite refused a write because the disk or this user's quota is full. */
export function isFullDisk(fault: unknown): boolean {
  if (!(fault instanceof Error)) return false;
  return ('code' in fault && ['ENOSPC', 'EDQUOT'].includes(String(fault.code))) || /disk is full/.test(fault.message);
}
