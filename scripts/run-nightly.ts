import { spawnSync } from 'node:child_process';

/**
 * `npm run nightly`: the full matrix. Runs every flow on the embedded database and on PostgreSQL, and the journeys in
 * every language, width and theme. A failed run does not stop the later ones. Extra arguments, such as `--shard=1/4`,
 * go to each run.
 */

const { TEST_DATABASE_URL: databaseUrl, ...inherited } = process.env;
if (databaseUrl === undefined) {
  process.stderr.write('TEST_DATABASE_URL: expected the address of a PostgreSQL server for the tests, found nothing\n');
  process.exit(2);
}

const embedded = { ...inherited, TEST_MATRIX: 'full' };
const postgres = { ...embedded, TEST_DATABASE_URL: databaseUrl };
const args = process.argv.slice(2);

const runs = [
  { env: embedded, script: 'test' },
  { env: postgres, script: 'test:flows' },
  { env: postgres, script: 'test:database' },
] as const;

const codes = runs.map(({ env, script }) => {
  const { status } = spawnSync('npm', ['run', script, '--', ...args], { env, stdio: 'inherit' });
  return status ?? 1;
});
process.exitCode = Math.max(...codes);
