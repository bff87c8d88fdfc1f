import { resolve } from 'node:path';
import { openDocuments } from '../documents/sealed-documents.ts';
import { findMasterKey } from '../secrets/master-key.ts';
import { areaOf } from './command/command-area.ts';
import type { OperatorParts } from './command/operate.ts';
import type { DocumentsCommandParts, DocumentsWish } from './documents-command.ts';
import { carryOutWish, readDocumentsWish } from './documents-command.ts';

const more = `Strays are files in the storage, a day old, of no document of this database: of a crash, or of another database in the same storage, which only you can tell.
Who looked, decided or deleted stands in the audit log. It needs the SECRET_KEY and the storage of the server. A customer of a running server sees the change at once.`;

/** What customers sent to be verified by. */
export const documentsArea = areaOf<DocumentsWish>({
  name: 'documents',
  about: 'What customers sent to be verified by.',
  commands: [
    {
      name: 'list',
      takes: '[--email <email>]',
      about: 'Lists those that wait to be looked at, or all of one customer.',
    },
    { name: 'view', takes: '<id> --out <file>', about: 'Writes one into a new file.' },
    {
      name: 'approve',
      takes: '<id> [--reason <why>]',
      about:
        'Approves it; one that was rejected only with a reason, for the audit log. Whether the customer is verified then is another act: customers verify.',
    },
    {
      name: 'reject',
      takes: '<id> --note <what the customer reads>',
      about: 'Rejects it; its customer may send another.',
    },
    { name: 'strays', takes: '', about: 'Lists the strays.' },
    { name: 'delete-stray', takes: '<name>', about: 'Deletes one.' },
  ],
  more,
  read: readDocumentsWish,
  carryOut: (parts, wish) =>
    carryOutWish(
      { ...parts, documents: documentsOf(parts) },
      wish.kind === 'view' ? { ...wish, out: resolve(parts.cwd, wish.out) } : wish,
    ),
});

/** Only who looks into the storage needs the key. */
function documentsOf({ config, database, runtime }: OperatorParts): DocumentsCommandParts['documents'] {
  const open = async () => {
    const masterKey = await findMasterKey({ config, database, runtime });
    return openDocuments({ config, masterKey, runtime });
  };
  return {
    get: async (id) => (await open()).get(id),
    namesBefore: async (before) => (await open()).namesBefore(before),
    delete: async (id) => (await open()).delete(id),
  };
}
