import { defineConfig } from 'vitest/config';

/** For all. The times end what hangs, and nobody learns from them how long something takes: Vitest's own are a second for a poll, five for a test. */
const forAll = {
  environment: 'node' as const,
  // On two processors too, where Vitest's own is one at a time; another number in one of the projects would be refused.
  maxWorkers: 2,
  testTimeout: 30_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 10_000 } },
  setupFiles: ['tests/support/waits/patient-waits.ts'],
};

/**
 * `unit` mirrors src; `gates` shows that the gates of `npm run check` bite; `flows` drives the server through its public
 * face. Flows run on PGlite, and on real PostgreSQL when TEST_DATABASE_URL names one.
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
          ...forAll,
          name: 'unit',
          include: ['tests/{lib,server,stores,islands,components,content}/**/*.test.ts'],
        },
      },
      {
        test: { ...forAll, name: 'gates', include: ['tests/gates/**/*.test.ts'], testTimeout: 60_000 },
      },
      {
        test: {
          ...forAll,
          name: 'flows',
          include: ['tests/flows/**/*.test.ts'],
          globalSetup: ['tests/support/product/build-first.ts'],
        },
      },
    ],
  },
});
