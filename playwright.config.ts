import { defineConfig } from '@playwright/test';
import { findBrowserLaunch } from './tests/support/product/find-chromium.ts';
import { keepTemporaryFilesInMemory } from './tests/support/temporary-files.ts';

keepTemporaryFilesInMemory();

/**
 * The real product in a real browser. Each test file starts the built server it needs on a free port with data of its
 * own.
 */
export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '*.spec.ts',
  // Those need an nginx, and nothing has to be there before the tests but npm.
  testIgnore: process.env.TEST_NGINX ? [] : ['**/tests/browser/hosting/**'],
  outputDir: 'test-results',
  globalSetup: './tests/support/product/build-site.ts',
  // Each worker has products of its own; what is measured lies in the benches.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // Patience, and no promise: nothing is held against them, and a machine that does other things as well takes longer.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: process.env.CI
    ? [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_REPORT ?? 'reports/playwright.json' }]]
    : 'list',
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'UTC',
    // A third of a run goes into them, and where they are made for nobody they help nobody: `--trace on` makes them
    // there too.
    trace: process.env.CI ? 'off' : { mode: 'retain-on-failure', screenshots: false },
    screenshot: process.env.CI ? 'off' : 'only-on-failure',
    launchOptions: await findBrowserLaunch(),
  },
});
