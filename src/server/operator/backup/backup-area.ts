import { resolve } from 'node:path';
import type { Read } from '../command/command-area.ts';
import { areaOfCommands, command } from '../command/declared-area.ts';
import type { CommandOutcome, OperatorParts } from '../command/operate.ts';
import { shellWord } from '../command/shell-word.ts';
import { takeBackup } from './take-backup.ts';

const onPostgres = `This database is PostgreSQL, which has programs for that: pg_dump --format=custom --file=<file> "$DATABASE_URL", and then
the folder documents of the data folder. docs/operating.md says how to restore it.`;

const backup = command({
  name: '',
  takes: '<folder>',
  about:
    'Copies the embedded database and the documents of customers into a new folder, beside a running server too: customers wait for a moment.',
  read: ({ at }): Read<string> => ({ ok: true, wish: at(0) }),
  carryOut,
});

async function carryOut(parts: OperatorParts, folder: string): Promise<CommandOutcome> {
  const taken = await takeBackup(parts, resolve(parts.cwd, folder));
  if (!taken.ok) return { ok: false, text: taken.why === 'postgres' ? onPostgres : `${folder}: ${taken.why}` };
  const { documents, bytes } = taken;
  const files = documents === null ? 'its documents are in their bucket' : `documents: ${documents}`;
  const restore = restoringOf(parts.config, taken.folder);
  const isOutside = parts.config.secretKey !== null;
  return {
    ok: true,
    text: [
      `The database is in ${taken.folder}; ${files}. Together ${Math.ceil(bytes / 1e6)} MB, without the key that seals them.`,
      `To restore it and start a server with it${isOutside ? ', with SECRET_KEY as it is set for this server' : ''}:`,
      restore.command,
      `DATA_DIR=${shellWord(restore.folder)} npm start`,
    ].join('\n'),
    data: { folder: taken.folder, documents, bytes, restore },
  };
}

/** What makes of a backup a data folder that a server may be started with, beside it, and proves its books. */
function restoringOf({ dataDir, secretKey }: OperatorParts['config'], backup: string) {
  const folder = `${backup}-restored`;
  const [from, to] = [shellWord(backup), shellWord(folder)];
  const key = secretKey === null ? [`cp -p ${shellWord(resolve(dataDir, 'secret.key'))} ${to}/`] : [];
  const command = [`cp -a ${from} ${to}`, ...key, `DATA_DIR=${to} npm run ledger:verify`].join(' && ');
  return { folder, command };
}

/** What is to be there after the machine is not. */
export const backupArea = areaOfCommands({
  name: 'backup',
  about: 'A copy of the embedded database and the documents, to be restored elsewhere.',
  commands: [backup],
  more: `The folder is a data folder: a copy of it, with secret.key (or SECRET_KEY) of the server put into it, is what DATA_DIR names where it is restored. The key is not
in it, so that who finds a backup reads no document; keep it apart. A folder that is there already is refused; one that was broken off ends in .partial.`,
});
