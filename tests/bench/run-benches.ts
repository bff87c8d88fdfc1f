import { fork } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, resolve } from 'node:path';
import { inspect, parseArgs } from 'node:util';
import type { Measure, Measurement } from './measurement.ts';
import { ratio, shortfall, smokeVariable, whatIsMissing } from './measurement.ts';

/**
 * `npm run bench`, or `npm run bench orders` for the files with that in their names. Each file runs in a process of its
 * own, one after the other. Ratios of one run hold on other machines, absolute figures do not. A figure that misses its
 * goal fails the run.
 *
 * With `--smoke` each bench uses its tiny amounts, two run at a time, and goals are ignored: it only shows that every
 * bench still measures.
 */

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { smoke: { type: 'boolean', default: false }, alone: { type: 'string' } },
});
const { smoke, alone } = values;

/** A smoke run takes seconds. One that runs longer than this hangs, and would block the CI. */
const longestSmokeMs = 300_000;

function columns(measurement: Measurement): string[] {
  const { figure, value, unit, baseline, note } = measurement;
  const beside = ratio(measurement);
  const missed = smoke ? null : shortfall(measurement);
  return [
    figure,
    `${format(value)} ${unit}`,
    baseline ? `${format(baseline.value)} ${unit}, ${baseline.name}` : '–',
    beside === null ? '–' : beside.toFixed(2),
    [missed && `FALLS SHORT: ${missed}`, note].filter(Boolean).join('; '),
  ];
}

function format(value: number): string {
  const digits = Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function print(rows: string[][]): void {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of rows) {
    const line = row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
    process.stdout.write(`${line.trimEnd()}\n`);
  }
}

/** The message that a bench process sends at its end. */
type Said = { measurements: Measurement[] } | { fault: string };

/** Forks this file for one bench and waits for its measurements. */
function runAlone(file: string): Promise<Measurement[]> {
  return new Promise((done, fail) => {
    const env = { ...process.env, [smokeVariable]: smoke ? '1' : '' };
    // JSON has no representation of NaN and Infinity.
    const child = fork(import.meta.filename, ['--alone', file], {
      ...{ env, execArgv: ['--expose-gc'], serialization: 'advanced', ...(smoke && { timeout: longestSmokeMs }) },
    });
    let said: Said | undefined;
    child.once('message', (message) => (said = message as Said));
    child.once('error', fail);
    // Not on `exit`: the message may not have arrived by then.
    child.once('close', (code, signal) => {
      if (!said) fail(new Error(`it ended with ${signal ?? code} and measured nothing`));
      else if ('fault' in said) fail(new Error(said.fault));
      else done(said.measurements);
    });
  });
}

async function measureHere(file: string): Promise<Said> {
  try {
    const { measure } = (await import(resolve(file))) as { measure: Measure };
    const measurements = await measure();
    const missing = whatIsMissing(measurements);
    return missing === null ? { measurements } : { fault: missing };
  } catch (error) {
    process.stderr.write(`${inspect(error)}\n`);
    // The table gets the first line only; the whole error is printed above.
    return { fault: (error instanceof Error ? error.message : String(error)).split('\n', 1).join('') };
  }
}

/** The table rows of one bench. */
async function report(file: string): Promise<string[][]> {
  process.stderr.write(`${file} …\n`);
  const startedAt = performance.now();
  try {
    const measurements = await runAlone(file);
    if (!smoke && measurements.some((measurement) => shortfall(measurement) !== null)) process.exitCode = 1;
    return measurements.map(columns);
  } catch (error) {
    process.exitCode = 1;
    return [[basename(file), 'failed', '–', '–', error instanceof Error ? error.message : String(error)]];
  } finally {
    process.stderr.write(`${file}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`);
  }
}

async function runAll(): Promise<void> {
  const files = globSync('tests/bench/*.bench.ts').sort();
  const isCalled = (file: string, name: string) => basename(file).includes(name);
  const unknown = wanted.filter((name) => !files.some((file) => isCalled(file, name)));
  if (unknown.length > 0) throw new Error(`No bench is called ${unknown.join(', ')}`);
  const chosen = files.filter((file) => wanted.length === 0 || wanted.some((name) => isCalled(file, name)));
  const rows = new Map<string, string[][]>();
  const waiting = [...chosen];
  const work = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) rows.set(file, await report(file));
  };
  await Promise.all(smoke ? [work(), work()] : [work()]);
  const machine = `${availableParallelism()} cores, Node ${process.version}`;
  process.stdout.write(`${machine}${smoke ? '; for an instant: no figure says how fast anything is' : ''}\n\n`);
  print([['figure', 'value', 'baseline', 'ratio', 'note'], ...chosen.flatMap((file) => rows.get(file) ?? [])]);
}

if (alone === undefined) await runAll();
else {
  const said = await measureHere(alone);
  process.send?.(said, () => process.exit(0));
}
