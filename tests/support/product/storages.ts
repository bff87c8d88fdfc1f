import { onPostgres, openTestDatabase } from '../test-database.ts';
import { makeDataFolder } from './start-product.ts';

/** Where a server in a separate process keeps its data, and how to remove it. */
export interface Storage {
  dataDir: string;
  env: Record<string, string>;
  remove: () => Promise<void>;
}

async function embedded(): Promise<Storage> {
  const { path, remove } = await makeDataFolder();
  return { dataDir: path, env: {}, remove };
}

async function postgres(): Promise<Storage> {
  const [folder, database] = [await makeDataFolder(), await openTestDatabase()];
  const { connectionString = '' } = database.pool.options;
  const remove = async () => {
    await database.close();
    await folder.remove();
  };
  return { dataDir: folder.path, env: { DATABASE_URL: connectionString }, remove };
}

/**
 * The storages that this run tests. CI runs the flows on the embedded database, and with TEST_DATABASE_URL on
 * PostgreSQL.
 */
export const storages = [
  onPostgres ? { name: 'PostgreSQL', open: postgres } : { name: 'embedded database', open: embedded },
];
