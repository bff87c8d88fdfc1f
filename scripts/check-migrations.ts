import { readFile } from 'node:fs/promises';
import * as drizzleKit from 'drizzle-kit/api';
import { schema } from '../src/server/db/schema.ts';

/**
 * Checks that the newest migration's snapshot matches the schema. If not, prints the missing changes as SQL. Does not
 * run the migrations.
 */

interface Journal {
  entries: { idx: number; tag: string }[];
}

/**
 * A schema snapshot of drizzle-kit. Its own type depends on packages that are not installed, so this one declares only
 * the field we use.
 */
interface Snapshot {
  id: string;
}
const { generateDrizzleJson, generateMigration } = drizzleKit as unknown as {
  generateDrizzleJson: (tables: typeof schema, previousId: string) => Snapshot;
  generateMigration: (from: Snapshot, to: Snapshot) => Promise<string[]>;
};

const folder = 'src/server/db/migrations';

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(path, 'utf8')) as T;
}

const journal = await readJson<Journal>(`${folder}/meta/_journal.json`);
const last = journal.entries.at(-1);
if (!last) throw new Error(`${folder}/meta/_journal.json lists no migration`);

const migrated = await readJson<Snapshot>(`${folder}/meta/${String(last.idx).padStart(4, '0')}_snapshot.json`);
const missing = await generateMigration(migrated, generateDrizzleJson(schema, migrated.id));

if (missing.length > 0) {
  process.stdout.write(
    `The schema has moved on since ${last.tag}. Run npm run migration. Missing:\n${missing.join('\n')}\n`,
  );
  process.exitCode = 1;
} else {
  process.stdout.write(`${journal.entries.length} migrations, the newest matches the schema\n`);
}
