import { defineConfig } from '@playwright/test';
import { findBrowserLaunch } from './tests/support/product/find-chromium.ts';
import { keepTemporaryFilesInMemory } from './tests/support/temporary-files.ts';

keepTemporaryFilesInMemory();

/**
 * Tests of the real product in a real browser. Each test file starts the built server that it needs on a free port with
 * its own data.
 */
export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '*.spec.ts',
  // These need nginx, but the tests must run with only npm installed.
  testIgnore: process.env.TEST_NGINX ? [] : ['**/tests/browser/hosting/**'],
  outputDir: 'test-results',
  globalSetup: './tests/support/product/build-site.ts',
  // Each worker starts its own products. Timing does not matter here: performance is measured by the benches.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // A safety limit rather than a performance goal: a busy machine may be slow.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: process.env.CI
    ? [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_REPORT ?? 'reports/playwright.json' }]]
    : 'list',
  use: {
    browserName: 'chromium',
    // Shorter than a test's limit, so that the error names the step that hangs.
    actionTimeout: 30_000,
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Recording takes a third of the time of a run, so CI does not record by default; `--trace on` records there too.
    trace: process.env.CI ? 'off' : { mode: 'retain-on-failure', screenshots: false },
    screenshot: process.env.CI ? 'off' : 'only-on-failure',
    launchOptions: await findBrowserLaunch(),
  },
});
