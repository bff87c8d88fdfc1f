import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { PgTable } from 'drizzle-orm/pg-core';
import prettier from 'prettier';
import type { Database, Queries } from '../src/server/db/database.ts';
import { openDatabase } from '../src/server/db/database.ts';
import { migrate } from '../src/server/db/migrate.ts';
import { schema } from '../src/server/db/schema.ts';
import { definedStatements } from '../src/server/db/statement.ts';
import { describeStatement } from './statements/describe-statement.ts';
import type { Origin } from './statements/result-columns.ts';
import type { NarrowType } from './statements/statement-types.ts';
import { typesOf } from './statements/statement-types.ts';

/**
 * Has a migrated database parse every SQL statement, and compares the reported parameters and columns with
 * `statement-types.ts`, which gives the statements' callers their types. `npm run statements` writes that file.
 */

const typesFile = 'src/server/db/statement-types.ts';
const faults: string[] = [];

/** What the system catalogue says about a column. */
interface CatalogueColumn extends Origin {
  tableName: string;
  name: string;
  type: string;
  isNotNull: boolean;
}

const keyOf = ({ table, column }: Origin) => `${table}.${column}`;

async function readCatalogue(queries: Queries): Promise<Map<string, CatalogueColumn>> {
  const { rows } = await queries.query<CatalogueColumn>(
    `select c.oid::integer as table, a.attnum as column, c.relname as "tableName", a.attname as name, format_type(a.atttypid, null) as type,
       a.attnotnull as "isNotNull"
     from pg_attribute a join pg_class c on c.oid = a.attrelid where c.relnamespace = 'public'::regnamespace and a.attnum > 0`,
  );
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/**
 * Narrows PostgreSQL's types by the Drizzle schema, which alone knows the allowed texts and numbers, and what JSON
 * contains.
 */
function narrowBy(catalogue: ReadonlyMap<string, CatalogueColumn>): NarrowType {
  return (origin) => {
    const found = catalogue.get(keyOf(origin));
    if (!found) return null;
    for (const [key, table] of Object.entries(schema)) {
      if (!is(table, PgTable) || getTableName(table) !== found.tableName) continue;
      const [field, column] =
        Object.entries<PgColumn>(getTableColumns(table)).find(([, { name }]) => name === found.name) ?? [];
      const isKnownBySchema = ['smallint', 'json', 'jsonb'].includes(found.type) || found.type.endsWith('[]');
      if (column && (column.enumValues !== undefined || isKnownBySchema)) return `Column<'${key}', '${field}'>`;
    }
    return null;
  };
}

/** Returns the types of a statement as TypeScript; null if PostgreSQL rejects it, which is recorded as a fault. */
async function describe(
  database: Database,
  name: string,
  texts: readonly string[],
  catalogue: Map<string, CatalogueColumn>,
) {
  const isNotNull = (origin: Origin) => catalogue.get(keyOf(origin))?.isNotNull ?? false;
  const found = new Set<string>();
  for (const text of texts) {
    try {
      const described = await database.transaction((connection) => describeStatement(connection, text, isNotNull));
      found.add(typesOf(described, narrowBy(catalogue)));
    } catch (fault) {
      faults.push(`${name}: ${fault instanceof Error ? fault.message : String(fault)}`);
      return null;
    }
  }
  if (found.size > 1) faults.push(`${name}: its variants have different parameters or columns`);
  return [...found][0] ?? null;
}

async function writeTypes(types: ReadonlyMap<string, string>): Promise<string> {
  const members = [...types].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, type]) => `'${name}': ${type};`);
  const text = `import type { InferSelectModel } from 'drizzle-orm';
    import type { PgTable } from 'drizzle-orm/pg-core';
    import type { schema } from './schema.ts';

    /** Written by \`npm run statements\`, never by hand: what each statement takes and gives, as PostgreSQL sees it. */

    type Tables = {
      [Name in keyof typeof schema as (typeof schema)[Name] extends PgTable ? Name : never]: (typeof schema)[Name];
    };
    /** What the schema knows of a column: closed lists, and what JSON holds. */
    type Column<Name extends keyof Tables, Field extends keyof InferSelectModel<Tables[Name]>> = NonNullable<
      InferSelectModel<Tables[Name]>[Field]
    >;

    export interface StatementTypes {\n${members.join('\n')}\n}\n`;
  return prettier.format(text, { ...(await prettier.resolveConfig(typesFile)), filepath: typesFile });
}

for (const file of globSync('src/server/**/*.ts').sort()) {
  if (/^import \{ statements? \} from/m.test(await readFile(file, 'utf8'))) await import(pathToFileURL(file).href);
}

const database = await openDatabase({ databaseUrl: null, dataDir: null, poolSize: 1 });
await migrate(database);
const catalogue = await readCatalogue(database);
const types = new Map<string, string>();
for (const [name, texts] of definedStatements) {
  const type = await describe(database, name, texts, catalogue);
  if (type !== null) types.set(name, type);
}
await database.close();

const written = await writeTypes(types);
if (faults.length === 0 && process.argv.includes('--write')) await writeFile(typesFile, written);
else if (faults.length === 0 && (await readFile(typesFile, 'utf8')) !== written)
  faults.push(`${typesFile} is out of date: run npm run statements`);

for (const fault of faults) process.stdout.write(`${fault}\n`);
process.stdout.write(`${definedStatements.size} statements parsed by PostgreSQL, ${faults.length} faults\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
