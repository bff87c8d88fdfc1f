import { spawn } from 'node:child_process';
import { styleText } from 'node:util';

/**
 * Runs every gate, two at a time, and prints the output of those that fail: `npm run check`, or `npm run check lint
 * types`.
 */

interface Gate {
  name: string;
  command: [string, ...string[]];
}

const gates: Gate[] = [
  { name: 'lint', command: ['eslint', '.'] },
  { name: 'astro', command: ['astro', 'check', '--minimumFailingSeverity', 'warning'] },
  { name: 'types', command: ['tsc', '--noEmit'] },
  { name: 'format', command: ['prettier', '--check', '--log-level', 'warn', '.'] },
  { name: 'arrows', command: ['depcruise', 'src', '--config', '.dependency-cruiser.mjs'] },
  { name: 'layout', command: ['node', 'scripts/check-layout.ts'] },
  { name: 'migrations', command: ['node', 'scripts/check-migrations.ts'] },
  { name: 'statements', command: ['node', 'scripts/check-statements.ts'] },
  { name: 'locales', command: ['node', 'scripts/check-locales.ts'] },
  { name: 'content', command: ['node', 'scripts/content-check.ts', 'src/content'] },
  // Shows that the gates catch what they should.
  { name: 'gates', command: ['vitest', 'run', '--project', 'gates'] },
];

interface Outcome {
  passed: boolean;
  output: string;
  seconds: number;
}

/** npm puts node_modules/.bin first in PATH, so `node` is the project's version rather than the system's. */
function run({ command: [program, ...args] }: Gate): Promise<Outcome> {
  const startedAt = performance.now();
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, FORCE_COLOR: '1' } });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({
        passed: code === 0,
        output: Buffer.concat(chunks).toString(),
        seconds: (performance.now() - startedAt) / 1000,
      });
    });
  });
}

function print({ name }: Gate, { passed, output, seconds }: Outcome): void {
  const mark = passed ? styleText('green', 'passed') : styleText('red', 'failed');
  process.stdout.write(`${passed ? '' : `\n${output}\n`}${mark} ${name} (${seconds.toFixed(1)} s)\n`);
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !gates.some((gate) => gate.name === name));
if (unknown.length > 0) {
  process.stderr.write(
    `No gate is called ${unknown.join(', ')}; there are ${gates.map(({ name }) => name).join(', ')}.\n`,
  );
  process.exit(1);
}

const waiting = gates.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const failed: string[] = [];

async function work(): Promise<void> {
  for (let gate = waiting.shift(); gate; gate = waiting.shift()) {
    const outcome = await run(gate);
    print(gate, outcome);
    if (!outcome.passed) failed.push(gate.name);
  }
}

await Promise.all([work(), work()]);
if (failed.length > 0) {
  process.stdout.write(`\nFailed: ${failed.join(', ')}\n`);
  process.exitCode = 1;
}
