import { execFileSync } from 'node:child_process';

/** Builds the site once before the browser tests, so that they see what is in src now. */
export default function buildSite(): void {
  execFileSync('npm', ['run', 'build'], { stdio: ['ignore', 'inherit', 'inherit'] });
}
