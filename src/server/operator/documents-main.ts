import { userInfo } from 'node:os';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { openDocuments } from '../documents/sealed-documents.ts';
import { systemRuntime } from '../runtime.ts';
import { findMasterKey } from '../secrets/master-key.ts';
import type { DocumentsCommandParts } from './documents-command.ts';
import { carryOutWish, readDocumentsWish } from './documents-command.ts';
import type { CommandOutcome } from './operate.ts';
import { operate, report } from './operate.ts';

/** `npm run documents`: what customers sent to be verified by. */

const help = `npm run documents -- list [--email <email>]
npm run documents -- view <id> --out <file>
npm run documents -- approve <id>
npm run documents -- reject <id> --note "<what the customer reads>"
npm run documents -- strays
npm run documents -- delete-stray <id>

Lists the documents that wait to be looked at, or all of one customer; writes one into a new file; approves or rejects it. Strays are
files in the storage, a day old, of no document of this database: of a crash, or of another database in the same storage, which only you can tell.
Who looked, decided or deleted stands in the audit log. It needs the SECRET_KEY and the storage of the server. The embedded database can be opened by one
process only: stop the server first. Beside a server on PostgreSQL a customer sees the change
at once.`;

async function run(args: readonly string[]): Promise<CommandOutcome> {
  const wish = readDocumentsWish(args);
  if (!wish) return { ok: false, text: help };
  return operate(process.env, async (config) => {
    const { databaseUrl, dataDir, databasePoolSize: poolSize } = config;
    const runtime = systemRuntime;
    const database = await openDatabase({ databaseUrl, dataDir, poolSize });
    // Only who looks into the storage needs the key.
    const open = async () => {
      const masterKey = await findMasterKey({ config, database, runtime });
      return openDocuments({ config, masterKey, runtime });
    };
    const documents: DocumentsCommandParts['documents'] = {
      get: async (id) => (await open()).get(id),
      namesBefore: async (before) => (await open()).namesBefore(before),
      delete: async (id) => (await open()).delete(id),
    };
    try {
      await migrate(database);
      return await carryOutWish({ database, documents, runtime, actor: `operator:${userInfo().username}` }, wish);
    } finally {
      await database.close();
    }
  });
}

report(await run(process.argv.slice(2)));
