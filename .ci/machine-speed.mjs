import { createHash } from 'node:crypto';
import process from 'node:process';
import { isMainThread, Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';

/**
 * Prints how many seconds this machine needs for a fixed amount of work on two processors at once. The budgets of
 * minutes are for a machine that needs `machineSeconds` of budgets.json, and grow on a slower one. That number is an
 * estimate, not measured on such a machine: replace it by what a fast machine of two cores prints.
 */

const rounds = 140;

function work() {
  const rows = Array.from({ length: 4_000 }, (_, number) => ({
    id: `position-${number}`,
    rate: (number * 7_919) % 104_729,
    note: `opened at ${number} by customer ${(number * 31) % 977}`,
  }));
  let found = 0;
  for (let round = 0; round < rounds; round += 1) {
    const text = JSON.stringify(rows);
    const read = JSON.parse(text);
    read.sort((one, other) => one.rate - other.rate || one.id.localeCompare(other.id));
    found += read.filter(({ note }) => /customer \d*7$/.test(note)).length;
    found += createHash('sha256').update(gzipSync(text)).digest()[0];
  }
  return found;
}

if (isMainThread) {
  const began = process.hrtime.bigint();
  const ended = [0, 1].map(
    () => new Promise((done, fail) => new Worker(new URL(import.meta.url)).once('error', fail).once('exit', done)),
  );
  await Promise.all(ended);
  process.stdout.write(`${(Number(process.hrtime.bigint() - began) / 1e9).toFixed(2)}\n`);
} else work();
