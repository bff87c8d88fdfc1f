import { spawnSync } from 'node:child_process';

/**
 * `npm test`: units, islands and flows with Vitest, then the journeys with Playwright, even if Vitest fails. The tests
 * of the gates are part of `npm run check`.
 * Extra arguments go to both: `npm test -- --shard=1/4` runs a quarter of each, to split the run between four machines.
 */

const runners = [
  ['vitest', 'run', '--project', '!gates'],
  ['playwright', 'test'],
] as const;

const codes = runners.map(([program, ...args]) => {
  const { status } = spawnSync(program, [...args, ...process.argv.slice(2)], { stdio: 'inherit' });
  return status ?? 1;
});
process.exitCode = Math.max(...codes);
