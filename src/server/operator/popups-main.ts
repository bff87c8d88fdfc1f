import { userInfo } from 'node:os';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { systemRuntime } from '../runtime.ts';
import type { CommandOutcome } from './operate.ts';
import { operate, report } from './operate.ts';
import { carryOutPopupWish, readPopupWish } from './accounts/popups-command.ts';

/** `npm run popups`: messages that customers are shown once. */

const help = `npm run popups -- publish (--email <email> | --all) --title "<title>" --html "<p>text</p>"
npm run popups -- withdraw --id <id>

Publishes a message to one customer or to all, those that come later too: each is shown it once, with the next page that they open. What is not
on the allow-list of HTML is left out. Prints its id, by which it can be withdrawn. Who did it stands in the audit log. The embedded database can
be opened by one process only: stop the server first.`;

async function run(args: readonly string[]): Promise<CommandOutcome> {
  const wish = readPopupWish(args);
  if (!wish) return { ok: false, text: help };
  return operate(process.env, async ({ databaseUrl, dataDir, databasePoolSize: poolSize }) => {
    const database = await openDatabase({ databaseUrl, dataDir, poolSize });
    try {
      await migrate(database);
      const actor = `operator:${userInfo().username}` as const;
      return await carryOutPopupWish({ database, runtime: systemRuntime, actor }, wish);
    } finally {
      await database.close();
    }
  });
}

report(await run(process.argv.slice(2)));
