import { copyFile, mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { constants } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { writeAudit } from '../audit/audit-log.ts';
import { storageName } from '../documents/document-storage.ts';
import type { DocumentsConfig } from '../documents/documents-config.ts';
import type { Area, OperatorParts } from '../operator/command.ts';
import { command } from '../operator/command.ts';
import { quoted } from '../operator/completion.ts';
import type { SiteSettings } from '../operator/known-site.ts';
import type { CommandOutcome } from '../operator/outcome.ts';
import { textArgument } from '../operator/read-values.ts';

type BackupSettings = SiteSettings & DocumentsConfig & { secretKey: Buffer | null };
type BackupCommandParts = OperatorParts<unknown, BackupSettings>;
type BackupParts = Pick<BackupCommandParts, 'config' | 'database' | 'runtime' | 'actor'>;

export type Backup =
  | {
      ok: true;
      folder: string;
      bytes: number;
      /** The number of documents; null if they are not in the data folder. */
      documents: number | null;
    }
  /** `why` is text for the operator, or `postgres` if the database is not embedded and cannot be copied here. */
  | { ok: false; why: string };

/**
 * Copies the database and then the documents into a new folder that only the user who runs it can read. The copy has
 * everything that was committed when it began, and every document that its rows refer to, because a file is written
 * before its row and never deleted after that. The folder appears complete or not at all, even after a power cut, and
 * is then recorded in the audit log. A repeat is refused because the folder exists.
 */
export async function makeBackup(parts: BackupParts, folder: string): Promise<Backup> {
  const { database } = parts;
  if (database.copyTo === null) return { ok: false, why: 'postgres' };
  const partial = `${folder}.partial`;
  // The folder of the backup so far, which is removed if the backup fails.
  let made: string | null = null;
  try {
    if (await isThere(folder)) return { ok: false, why: thereAlready };
    if (await isCopied(parts.config, dirname(folder))) return { ok: false, why: insideOfCopied };
    await mkdir(partial, { mode: 0o700 });
    made = partial;
    await database.copyTo(join(partial, 'database'));
    const documents = await copyDocuments(parts, partial);
    const bytes = await flushFolder(partial);
    await rename(partial, folder);
    made = folder;
    await sync(dirname(folder));
    await auditBackup(parts, { folder: basename(folder), bytes });
    return { ok: true, folder, bytes, documents };
  } catch (fault) {
    if (made !== null) await rm(made, { recursive: true, force: true });
    return { ok: false, why: inWords(fault, { partial, isMade: made !== null }) };
  }
}

const isThere = async (path: string) => (await unlessAbsent(stat(path))) !== null;

/** Whether a backup in this folder would be copied into itself. */
async function isCopied({ dataDir }: BackupParts['config'], folder: string): Promise<boolean> {
  const real = await realpath(folder);
  for (const name of ['database', 'documents']) {
    const copied = await unlessAbsent(realpath(join(dataDir, name)));
    if (copied !== null && !/^\.\.(\/|$)/.test(relative(copied, real))) return true;
  }
  return false;
}

async function auditBackup({ database, runtime, actor }: BackupParts, details: { folder: string; bytes: number }) {
  const [id, at] = [runtime.newId(), new Date(runtime.now())];
  await writeAudit(database, { id, at, event: 'backup_taken', actor, details });
}

const thereAlready = 'The folder already exists. A backup needs a new one.';
const insideOfCopied = 'The folder is inside the data to be copied. Choose one outside it.';

/** Text for a fault that the operator can fix; any other fault is a bug and is rethrown. */
function inWords(fault: unknown, { partial, isMade }: { partial: string; isMade: boolean }): string {
  const { code = '' } = fault as NodeJS.ErrnoException;
  if (!/^E[A-Z]+$/.test(code)) throw fault;
  if (!isMade && code === 'EEXIST')
    return `${partial} already exists. A backup is in progress, or was interrupted. If it was interrupted, delete that folder.`;
  // Somebody else created the folder during the copy.
  if (isMade && ['EEXIST', 'ENOTEMPTY', 'ENOTDIR'].includes(code)) return thereAlready;
  return `The folder cannot be written: ${code}`;
}

async function copyDocuments({ config }: BackupParts, partial: string): Promise<number | null> {
  if (config.documents.s3 !== null) return null;
  const from = join(config.dataDir, 'documents');
  const to = join(partial, 'documents');
  await mkdir(to, { mode: 0o700 });
  // The folder is missing until the first document is sent. A file that disappears during the copy belongs to a refused
  // upload.
  const names = (await unlessAbsent(readdir(from))) ?? [];
  let count = 0;
  for (const name of names.filter((one) => storageName.test(one))) {
    const copying = copyFile(join(from, name), join(to, name), constants.COPYFILE_FICLONE);
    if ((await unlessAbsent(copying.then(() => true))) !== null) count += 1;
  }
  return count;
}

function unlessAbsent<Value>(reading: Promise<Value>): Promise<Value | null> {
  return reading.catch((fault: unknown) => {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw fault;
  });
}

/** Flushes everything to disk before the folder gets its final name. Returns the number of bytes. */
async function flushFolder(folder: string): Promise<number> {
  let bytes = 0;
  const inside = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = inside.filter((one) => one.isFile() || one.isDirectory()).map((one) => join(one.parentPath, one.name));
  for (const path of [...paths, folder]) bytes += await sync(path);
  return bytes;
}

/** Flushes a file, or the list of names in a folder, to disk. Returns the number of bytes. */
async function sync(path: string): Promise<number> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

const onPostgres = `This database is PostgreSQL, so use its own tools: run pg_dump --format=custom --file=<file> "$DATABASE_URL", then copy
the folder documents of the data folder. docs/operating.md says how to restore it.`;

const backup = command({
  name: '',
  about:
    'Copies the embedded database and customers’ documents into a new folder. Works while the server is running; requests wait for a moment.',
  arguments: { folder: textArgument('folder') },
  carryOut: (parts: BackupCommandParts, { folder }) => carryOut(parts, folder),
});

async function carryOut(parts: BackupCommandParts, folder: string): Promise<CommandOutcome> {
  const made = await makeBackup(parts, resolve(parts.cwd, folder));
  if (!made.ok) return { ok: false, text: made.why === 'postgres' ? onPostgres : `${folder}: ${made.why}` };
  const { documents, bytes } = made;
  const files = documents === null ? 'the documents stay in their bucket' : `documents: ${documents}`;
  const restore = restoringOf(parts.config, made.folder);
  const isOutside = parts.config.secretKey !== null;
  return {
    ok: true,
    text: [
      `The database is in ${made.folder}; ${files}. ${Math.ceil(bytes / 1e6)} MB in total, without the encryption key.`,
      `To restore it and start a server with it${isOutside ? ', using this server’s SECRET_KEY' : ''}:`,
      restore.command,
      `DATA_DIR=${shellWord(restore.folder)} npm start`,
    ].join('\n'),
    data: { folder: made.folder, documents, bytes, restore },
  };
}

/** A word of a shell command that people read; it is quoted only if necessary. */
const shellWord = (text: string) => (/^[\w@%+=:,./-]+$/.test(text) ? text : quoted(text));

/**
 * The folder and the command to restore a backup. The command makes a data folder beside the backup, ready for a
 * server, and verifies the books.
 */
function restoringOf({ dataDir, secretKey }: BackupSettings, backup: string) {
  const folder = `${backup}-restored`;
  const [from, to] = [shellWord(backup), shellWord(folder)];
  const key = secretKey === null ? [`cp -p ${shellWord(resolve(dataDir, 'secret.key'))} ${to}/`] : [];
  const command = [`cp -a ${from} ${to}`, ...key, `DATA_DIR=${to} npm run ledger:verify`].join(' && ');
  return { folder, command };
}

/** Commands to back up what must survive the loss of the machine. */
export const backupArea: Area<BackupCommandParts> = {
  name: 'backup',
  about: 'Back up the embedded database and the documents.',
  commands: [backup],
  more: `The backup is a data folder. To restore it, copy it, add the server’s secret.key (or set SECRET_KEY), and point
DATA_DIR at the copy. The backup does not contain the key, so that nobody who finds it can read the documents: keep the
key elsewhere. The folder must not exist yet; an unfinished backup ends in .partial.`,
};
