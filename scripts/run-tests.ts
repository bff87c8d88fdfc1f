import { spawnSync } from 'node:child_process';

/**
 * `npm test`: units, islands, gates and flows with Vitest, then the journeys with Playwright, even if Vitest fails.
 * Extra arguments go to both: `npm test -- --shard=1/4` runs a quarter of each, to split the run between four machines.
 */

const runners = [
  ['vitest', 'run'],
  ['playwright', 'test'],
] as const;

const codes = runners.map(([program, command]) => {
  const { status } = spawnSync(program, [command, ...process.argv.slice(2)], { stdio: 'inherit' });
  return status ?? 1;
});
process.exitCode = Math.max(...codes);
