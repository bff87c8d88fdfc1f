import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findBrowserLaunch } from './tests/support/product/find-chromium.ts';
import { keepTemporaryFilesInMemory } from './tests/support/temporary-files.ts';

keepTemporaryFilesInMemory();

/**
 * For all. The times end what hangs, and nobody learns from them how long something takes: Vitest's own are a second
 * for a poll, five for a test.
 */
const forAll = {
  environment: 'node' as const,
  // On two processors too, where Vitest's own is one at a time; another number in one of the projects would be refused.
  maxWorkers: 2,
  testTimeout: 30_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 10_000 } },
  setupFiles: ['tests/support/waits/patient-waits.ts'],
};

// As a build has it whose pages and server are one.
const define = { __API_URL__: "''" };

/** They use the embedded database, whatever TEST_DATABASE_URL names: on PostgreSQL they would do the same again. */
const embeddedAlone = [
  ...['tests/flows/auto-trading/backtest.test.ts', 'tests/flows/operator/command-line.test.ts'],
  ...['tests/flows/http/dev.test.ts', 'tests/flows/http/start.test.ts', 'tests/flows/ledger/ledger-commands.test.ts'],
];

/** What they ask of the site comes from no database: `npm run nightly` alone runs them on PostgreSQL too. */
const nightlyOnPostgres = process.env.TEST_MATRIX === 'full' ? [] : ['tests/flows/site/**'];

/** They start a PostgreSQL of their own and take it away: `OUTAGE_ROUNDS=20 OUTAGE_SECONDS=60` is the long form. */
const postgresAlone = ['tests/flows/outage/postgres-outage.test.ts'];
const hasPostgres = process.env.TEST_DATABASE_URL !== undefined || process.env.OUTAGE_ROUNDS !== undefined;

/**
 * `unit` and `unit-page` mirror src; `gates` shows that the gates of `npm run check` bite; `flows` drives the server
 * through its public face. Flows run on PGlite, and on real PostgreSQL when TEST_DATABASE_URL names one.
 */
export default defineConfig({
  test: {
    // .ci/run counts from the file; it names another one for its second run.
    reporters: process.env.CI ? ['default', 'json'] : ['default'],
    outputFile: { json: process.env.VITEST_REPORT ?? 'reports/vitest.json' },
    projects: [
      {
        define,
        test: {
          ...forAll,
          name: 'unit',
          include: ['tests/{lib,server,components,content}/**/*.test.ts'],
          // What they test keeps nothing between calls: its modules are loaded once, not for each file.
          isolate: false,
        },
      },
      {
        define,
        test: { ...forAll, name: 'unit-page', include: ['tests/{stores,islands}/**/*.test.ts'] },
      },
      {
        define,
        publicDir: false,
        resolve: {
          alias: [
            { find: /^nanostores$/, replacement: `${import.meta.dirname}/tests/support/component/fresh-nanostores.ts` },
            {
              find: /^socket\.io-client$/,
              replacement: `${import.meta.dirname}/tests/support/component/fake-socket.ts`,
            },
          ],
        },
        // All of them are known: what is found on the way would load the page again under a test.
        optimizeDeps: {
          noDiscovery: true,
          exclude: ['nanostores', '@nanostores/persistent', '@nanostores/react'],
          include: [
            ...['react', 'react/jsx-runtime', 'react/jsx-dev-runtime', 'react-dom', 'react-dom/client'],
            ...['react-hook-form', '@hookform/resolvers/zod', 'zod/mini', 'lightweight-charts'],
            ...['libphonenumber-js/min', 'uqr', 'vitest-browser-react'],
          ],
        },
        test: {
          ...forAll,
          name: 'component',
          include: ['tests/islands/**/*.test.tsx'],
          setupFiles: [],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1440, height: 900 },
            locators: { exact: false },
            provider: playwright({ actionTimeout: 10_000, launchOptions: await findBrowserLaunch() }),
            instances: [{ browser: 'chromium' }],
          },
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
          // The server keeps nothing between apps: its modules are loaded once.
          isolate: false,
          exclude: [
            ...(process.env.TEST_DATABASE_URL ? [...embeddedAlone, ...nightlyOnPostgres] : []),
            ...(hasPostgres ? [] : postgresAlone),
          ],
          globalSetup: ['tests/support/product/build-first.ts'],
        },
      },
    ],
  },
});
