import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { defaultSwitches } from './src/brand.ts';
import { findBrowserLaunch } from './tests/support/product/find-chromium.ts';
import { keepTemporaryFilesInMemory } from './tests/support/temporary-files.ts';

keepTemporaryFilesInMemory();

/**
 * Settings of all projects. The timeouts only stop tests that hang; they measure nothing. Vitest's defaults are one
 * second for a poll and five seconds for a test.
 */
const forAll = {
  environment: 'node' as const,
  // On two processors Vitest's default would be one worker. The number must be the same in all projects, because Vitest
  // refuses different ones.
  maxWorkers: 2,
  testTimeout: 30_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 10_000 } },
  setupFiles: ['tests/support/waits/patient-waits.ts'],
};

// The same values as in a build with the brand's defaults, whose pages and server share an origin.
const define = {
  __API_URL__: "''",
  __SWITCHES__: JSON.stringify(defaultSwitches),
  __EMBEDS__: '{}',
  __MAP_TILES__: 'null',
};

/**
 * Tests that use the embedded database whatever TEST_DATABASE_URL says, so running them again on PostgreSQL proves
 * nothing new.
 */
const embeddedAlone = [
  ...['tests/flows/auto-trading/backtest.test.ts', 'tests/flows/operator/command-line.test.ts'],
  ...['tests/flows/http/dev.test.ts', 'tests/flows/http/start.test.ts', 'tests/flows/ledger/ledger-commands.test.ts'],
];

/** Tests that do not depend on the database. Only `npm run nightly` runs them on PostgreSQL too. */
const nightlyOnPostgres = process.env.TEST_MATRIX === 'full' ? [] : ['tests/flows/site/**'];

/** Tests that start and stop their own PostgreSQL. `OUTAGE_ROUNDS=20 OUTAGE_SECONDS=60` is the long version. */
const postgresAlone = ['tests/flows/outage/postgres-outage.test.ts'];
const hasPostgres = process.env.TEST_DATABASE_URL !== undefined || process.env.OUTAGE_ROUNDS !== undefined;

/**
 * `unit` and `unit-page` mirror src; `gates`, a part of `npm run check`, shows that the gates catch violations; `flows`
 * drives the server through its public interface, on PGlite, or on real PostgreSQL if TEST_DATABASE_URL names one.
 */
export default defineConfig({
  test: {
    // .ci/run counts tests from this file, and names another file for its second run.
    reporters: process.env.CI ? ['default', 'json'] : ['default'],
    outputFile: { json: process.env.VITEST_REPORT ?? 'reports/vitest.json' },
    projects: [
      {
        define,
        test: {
          ...forAll,
          name: 'unit',
          include: ['tests/{lib,server,components,content}/**/*.test.ts'],
          // The tested modules keep no state between calls, so they can be loaded once rather than for each file.
          isolate: false,
        },
      },
      {
        define,
        test: { ...forAll, name: 'unit-page', include: ['tests/{stores,islands}/**/*.test.ts'] },
      },
      {
        define,
        // React's production build, as in the product. The development build takes a third more processor time.
        oxc: { jsx: { development: false } },
        publicDir: false,
        // No module changes during a run, so the browser may cache modules from one test file to the next.
        server: { headers: process.argv.includes('run') ? { 'Cache-Control': 'max-age=3600' } : {} },
        resolve: {
          alias: [
            { find: /^nanostores$/, replacement: `${import.meta.dirname}/tests/support/component/fresh-nanostores.ts` },
            {
              find: /^socket\.io-client$/,
              replacement: `${import.meta.dirname}/tests/support/component/fake-socket.ts`,
            },
          ],
        },
        // All dependencies are listed: discovering one during a test would reload the page.
        optimizeDeps: {
          noDiscovery: true,
          exclude: ['nanostores', '@nanostores/persistent', '@nanostores/react'],
          rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': '"production"' } } },
          include: [
            ...['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client'],
            ...['react-hook-form', '@hookform/resolvers/zod', 'zod/mini', 'lightweight-charts'],
            ...['libphonenumber-js/min', 'uqr'],
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
          // The server keeps no state between apps, so its modules can be loaded once.
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
