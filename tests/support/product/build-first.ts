import { execFileSync } from 'node:child_process';
import buildSite from './build-site.ts';

/**
 * Builds the site and makes the database templates before any flow runs. Otherwise the first server would build a
 * missing or outdated site within the time limit of its flow, and each worker would make the templates.
 */
export default function buildFirst(): void {
  buildSite();
  if (process.env.TEST_DATABASE_URL !== undefined) return;
  execFileSync(process.execPath, ['--liftoff-only', 'tests/support/make-templates.ts'], { stdio: 'inherit' });
}
