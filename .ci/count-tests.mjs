import { readFileSync } from 'node:fs';
import process from 'node:process';

/** Adds up what the runs of .ci/run reported and ends with one plain line; a missing report counts as a failure. */

const failedSteps = Number(process.argv[2]);
const read = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
};

const vitest = ['reports/vitest.json', 'reports/vitest-servers.json'].map(read);
const playwright = ['reports/playwright.json', 'reports/playwright-hosting.json'].map(read);

const passed =
  vitest.reduce((sum, report) => sum + (report?.numPassedTests ?? 0), 0) +
  playwright.reduce((sum, report) => sum + (report?.stats.expected ?? 0), 0);
const failedTests =
  vitest.reduce((sum, report) => sum + (report ? report.numFailedTests : 1), 0) +
  playwright.reduce((sum, report) => sum + (report ? report.stats.unexpected + report.stats.flaky : 1), 0);
// A gate, a budget or a suite that did not load fails no test; it still fails the run.
const failed = Math.max(failedTests, failedSteps);

process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
