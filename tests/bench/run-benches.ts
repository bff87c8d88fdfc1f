import { fork } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, resolve } from 'node:path';
import type { Measure, Measurement } from './measurement.ts';
import { ratio, shortfall } from './measurement.ts';

/**
 * `npm run bench`, or `npm run bench orders` for the files whose name has it. Each file runs in a process of its own, one
 * after the other; ratios of one run hold on other machines, absolute figures do not. A figure that misses its goal fails the run.
 */

const wanted = process.argv.slice(2);
const alone = '--alone';

function columns(measurement: Measurement): string[] {
  const { figure, value, unit, baseline, note } = measurement;
  const beside = ratio(measurement);
  const missed = shortfall(measurement);
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

/** Forks this file for one bench and waits for its measurements. */
function runAlone(file: string): Promise<Measurement[]> {
  return new Promise((done, fail) => {
    const child = fork(import.meta.filename, [alone, file], { execArgv: ['--expose-gc'] });
    let measurements: Measurement[] | undefined;
    child.once('message', (message) => {
      measurements = message as Measurement[];
    });
    child.once('error', fail);
    child.once('exit', (code) => {
      if (measurements && code === 0) done(measurements);
      else fail(new Error(`${file} ended with ${String(code)}${measurements ? '' : ' and measured nothing'}`));
    });
  });
}

async function measureHere(file: string): Promise<void> {
  const { measure } = (await import(resolve(file))) as { measure: Measure };
  const measurements = await measure();
  process.send?.(measurements, () => process.exit(0));
}

async function runAll(): Promise<void> {
  const files = globSync('tests/bench/*.bench.ts')
    .filter((file) => wanted.length === 0 || wanted.some((name) => basename(file).includes(name)))
    .sort();
  const rows = [['figure', 'value', 'baseline', 'ratio', 'note']];
  for (const file of files) {
    process.stderr.write(`${file} …\n`);
    try {
      const measurements = await runAlone(file);
      if (measurements.some((measurement) => shortfall(measurement) !== null)) process.exitCode = 1;
      rows.push(...measurements.map(columns));
    } catch (error) {
      process.exitCode = 1;
      rows.push([basename(file), 'failed', '–', '–', error instanceof Error ? error.message : String(error)]);
    }
  }
  process.stdout.write(`${availableParallelism()} cores, Node ${process.version}\n\n`);
  print(rows);
}

if (wanted[0] === alone && wanted[1]) await measureHere(wanted[1]);
else await runAll();
