import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';

/**
 * Builds the site once before the browser tests if the build is missing or older than src, and puts an id of the test
 * run into the environment of every child process.
 */
export default function buildSite(): void {
  process.env.TEST_RUN = randomUUID();
  execFileSync(process.execPath, ['scripts/build/build-if-stale.ts'], { stdio: ['ignore', 'inherit', 'inherit'] });
}
