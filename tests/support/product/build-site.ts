import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';

/**
 * Builds the site once before the browser tests where it is not what is in src now, and names their run to all that
 * belongs to it.
 */
export default function buildSite(): void {
  process.env.TEST_RUN = randomUUID();
  execFileSync(process.execPath, ['scripts/build/build-where-old.ts'], { stdio: ['ignore', 'inherit', 'inherit'] });
}
