import { userInfo } from 'node:os';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { openDocuments } from '../documents/sealed-documents.ts';
import { systemRuntime } from '../runtime.ts';
import { loadMasterKey } from '../secrets/master-key.ts';
import { carryOutWish, readDocumentsWish } from './documents-command.ts';
import type { CommandOutcome } from './operate.ts';
import { operate, report } from './operate.ts';

/** `npm run documents`: what customers sent to be verified by. */

const help = `npm run documents -- list [--email <email>]
npm run documents -- view <id> --out <file>
npm run documents -- approve <id>
npm run documents -- reject <id> --note "<what the customer reads>"

Lists the documents that wait to be looked at, or all of one customer; writes one into a new file; approves or rejects it. Who looked and
who decided stands in the audit log. It needs the SECRET_KEY and the storage of the server. The embedded database can be opened by one
process only: stop the server first. Beside a server on PostgreSQL a customer sees the change with the next page.`;

async function run(args: readonly string[]): Promise<CommandOutcome> {
  const wish = readDocumentsWish(args);
  if (!wish) return { ok: false, text: help };
  return operate(process.env, async (config) => {
    const { databaseUrl, dataDir, databasePoolSize: poolSize } = config;
    const runtime = systemRuntime;
    const logger = { warn: (_facts: unknown, text?: string) => void process.stderr.write(`${text ?? ''}\n`) };
    const database = await openDatabase({ databaseUrl, dataDir, poolSize });
    // Only who looks at one needs the key.
    const get = async (id: string) => {
      const masterKey = await loadMasterKey({ config, database, runtime, logger });
      return openDocuments({ config, masterKey, runtime }).get(id);
    };
    try {
      await migrate(database);
      return await carryOutWish(
        { database, documents: { get }, runtime, actor: `operator:${userInfo().username}` },
        wish,
      );
    } finally {
      await database.close();
    }
  });
}

report(await run(process.argv.slice(2)));
