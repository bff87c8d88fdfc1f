import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';

/** The names that this product uses in the data folder. Nothing else in there is touched. */
const ownNames = new Set([
  ...['database', 'documents', 'outbox', 'content', 'secret.key', 'site-url.txt', 'operator.sock'],
  ...['lock', 'lock-journal', 'lock-holder.txt'],
]);

/** Modes of the data folder's contents: accessible to the owner only. */
export const ownerOnly = { folder: 0o700, file: 0o600 } as const;

interface Tally {
  /** How many files and folders were open to other users and are now closed. */
  closed: number;
  /** How many are still open, because the system refused to change them. */
  left: number;
}

/**
 * Creates the data folder if it is missing, and closes our files in it to other users of the machine: folders become
 * 0700, files 0600. The folder itself keeps its mode if it holds files that are not ours (`DATA_DIR=/home/me`). The
 * folder may be a symbolic link. So may each of our names in it, if the user `uid` owns the link and its target; no
 * other link is followed. If the system refuses a change (another owner, a read-only disk), that is logged and the rest
 * goes on.
 */
export function restrictDataDir(path: string, logger: Pick<Logger, 'info' | 'warn'>, uid = process.getuid?.()): void {
  const tally: Tally = { closed: 0, left: 0 };
  const found = openFolder(path);
  if (found === null) return;
  const { dataDir, names } = found;
  for (const name of names.filter((one) => ownNames.has(one))) closeOwn(join(dataDir, name), tally, uid);
  const foreign = names.find((name) => isForeign(dataDir, name));
  if (foreign === undefined) closeOne(dataDir, tally);
  else if (isOpen(dataDir))
    logger.warn({ dataDir, foreign }, 'the data folder also holds other files: its mode was not changed');
  const { closed, left } = tally;
  if (closed > 0)
    logger.info({ closed }, `${closed} files and folders of the data folder were open to other users: closed`);
  if (left > 0)
    logger.warn({ left }, `${left} files and folders of the data folder are open to other users and cannot be closed`);
}

/**
 * The folder's real path and its contents. Null if it cannot be created or read; the code that needs it reports that.
 */
function openFolder(path: string): { dataDir: string; names: string[] } | null {
  try {
    mkdirSync(path, { recursive: true, mode: ownerOnly.folder });
    const dataDir = realpathSync(path);
    return { dataDir, names: readdirSync(dataDir) };
  } catch {
    return null;
  }
}

/** Hidden files, backups in the folder and the `lost+found` of a disk do not count as foreign. */
function isForeign(dataDir: string, name: string): boolean {
  if (ownNames.has(name) || name.startsWith('.') || name === 'lost+found' || name.endsWith('.partial')) return false;
  return !existsSync(join(dataDir, name, 'database', 'PG_VERSION'));
}

function isOpen(path: string): boolean {
  return (lstatSync(path).mode & 0o077) !== 0;
}

/** Closes one of our files or folders, which may be a link to another disk. */
function closeOwn(path: string, tally: Tally, uid: number | undefined): void {
  const found = lstatSync(path);
  const target = statSync(path, { throwIfNoEntry: false });
  if (!target) return;
  if (!found.isSymbolicLink()) closeTree(path, tally);
  else if (found.uid === uid && target.uid === uid) closeTree(realpathSync(path), tally);
  else if ((target.mode & 0o077) !== 0) tally.left += 1;
}

/** Closes a folder before its contents, so that nobody can enter it meanwhile. */
function closeTree(path: string, tally: Tally): void {
  if (!closeOne(path, tally)) return;
  try {
    for (const name of readdirSync(path)) closeTree(join(path, name), tally);
  } catch {
    tally.left += 1;
  }
}

/** Returns whether the path is a folder. */
function closeOne(path: string, tally: Tally): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || found.isSymbolicLink()) return false;
  const isFolder = found.isDirectory();
  if ((found.mode & 0o077) !== 0) {
    try {
      chmodSync(path, isFolder ? ownerOnly.folder : ownerOnly.file);
      tally.closed += 1;
    } catch {
      tally.left += 1;
    }
  }
  return isFolder;
}
