import { readFileSync } from 'node:fs';
import process from 'node:process';

/**
 * Sums up the reports of .ci/run; a missing report counts as a failure. Prints the duration of each stage beside its
 * budget in budgets.json, the ten slowest files, and each failed test with its message, because only the end of a run's
 * output is kept. The last line is the plain result.
 */

const failedSteps = Number(process.argv[2]);
const read = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
};

const vitest = ['vitest', 'vitest-flows', 'vitest-database', 'vitest-gates'].map((name) =>
  read(`reports/${name}.json`),
);
const playwright = ['reports/playwright.json', 'reports/playwright-hosting.json'].map(read);

const passed =
  vitest.reduce((sum, report) => sum + (report?.numPassedTests ?? 0), 0) +
  playwright.reduce((sum, report) => sum + (report?.stats.expected ?? 0), 0);
const failedTests =
  vitest.reduce((sum, report) => sum + (report ? report.numFailedTests : 1), 0) +
  playwright.reduce((sum, report) => sum + (report ? report.stats.unexpected + report.stats.flaky : 1), 0);
const eachSpec = (suite, visit) => {
  suite.specs?.forEach(visit);
  suite.suites?.forEach((inner) => eachSpec(inner, visit));
};

const minutes = (seconds) => (seconds / 60).toFixed(1);
const budgets = JSON.parse(readFileSync(new URL('budgets.json', import.meta.url), 'utf8'));
/**
 * How many times slower this machine was than the one that the budgets are for, by machine-speed.mjs before and after a
 * stage. A faster one gets no less time.
 */
const slownessOf = (...seconds) =>
  Math.max(1, seconds.reduce((sum, one) => sum + Number(one), 0) / seconds.length / budgets.machineSeconds);
const stages = readFileSync('reports/stages.tsv', 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => line.split('\t'))
  .map(([seconds, before, after, name]) => {
    const slowness = slownessOf(before, after);
    // A stage without a budget is always over it.
    const isLate = !(Number(seconds) <= budgets.minutes[name] * 60 * slowness);
    return { name, seconds: Number(seconds), budget: budgets.minutes[name], slowness, isLate };
  });
const late = stages.filter(({ isLate }) => isLate);
for (const { name, seconds, budget, slowness, isLate } of stages) {
  const times = slowness > 1 ? ` × ${slowness.toFixed(2)}` : '';
  const mark = isLate ? '  OVER ITS BUDGET' : '';
  process.stdout.write(`${minutes(seconds).padStart(6)} of ${budget}${times} min  ${name}${mark}\n`);
}

/** The duration of each test file in seconds. */
const fileSeconds = [
  ...vitest.flatMap((report) =>
    (report?.testResults ?? []).map(({ name, startTime, endTime }) => [name, (endTime - startTime) / 1000]),
  ),
  ...playwright.flatMap((report) =>
    (report?.suites ?? []).map((suite) => {
      let ms = 0;
      eachSpec(suite, (spec) => spec.tests.forEach((test) => test.results.forEach(({ duration }) => (ms += duration))));
      return [suite.file, ms / 1000];
    }),
  ),
];
process.stdout.write('the slowest files:\n');
for (const [name, seconds] of fileSeconds.sort(([, one], [, other]) => other - one).slice(0, 10)) {
  process.stdout.write(`${seconds.toFixed(0).padStart(6)} s  ${name.replace(`${process.cwd()}/`, '')}\n`);
}

// A failed gate, an exceeded budget or a suite that did not load fails no test, but must still fail the run.
const failed = Math.max(failedTests, failedSteps + late.length);

const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');
const lines = (message, count) =>
  message
    .replace(colours, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, count)
    .map((line) => `    ${line}\n`)
    .join('');
const name = (file, title, messages) =>
  process.stdout.write(`failed: ${file} > ${title}\n${messages.map((message) => lines(message ?? '', 12)).join('')}`);

for (const report of vitest) {
  for (const file of report?.testResults ?? []) {
    if (file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed')) {
      name(file.name, 'did not load, or its set-up failed', [file.message]);
    }
    for (const test of file.assertionResults) {
      if (test.status === 'failed') name(file.name, test.fullName, test.failureMessages);
    }
  }
}
for (const report of playwright) {
  for (const suite of report?.suites ?? []) {
    eachSpec(suite, (spec) => {
      if (spec.ok) return;
      const results = spec.tests.flatMap((test) => test.results).flatMap((result) => result.errors ?? []);
      name(
        `${spec.file}:${spec.line}`,
        spec.title,
        results.map((error) => error.message),
      );
    });
  }
}

process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
