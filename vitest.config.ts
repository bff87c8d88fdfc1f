import { defineConfig } from 'vitest/config';

/**
 * `unit` mirrors src; `gates` shows that the gates of `npm run check` bite; `flows` drives the server through its public
 * face. Flows run on in-memory PGlite, and on real PostgreSQL when TEST_DATABASE_URL names one.
 */
export default defineConfig({
  test: {
    // .ci/run counts from the file; it names another one for its second run.
    reporters: process.env.CI ? ['default', 'json'] : ['default'],
    outputFile: { json: process.env.VITEST_REPORT ?? 'reports/vitest.json' },
    projects: [
      {
        // As a build has it whose pages and server are one.
        define: { __API_URL__: "''" },
        test: {
          name: 'unit',
          include: ['tests/{lib,server,stores,islands,components,content}/**/*.test.ts'],
          environment: 'node',
        },
      },
      { test: { name: 'gates', include: ['tests/gates/**/*.test.ts'], environment: 'node', testTimeout: 60_000 } },
      {
        test: {
          name: 'flows',
          include: ['tests/flows/**/*.test.ts'],
          environment: 'node',
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
