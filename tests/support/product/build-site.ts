import { execFileSync } from 'node:child_process';

/** Builds the site once before the browser tests where it is not what is in src now. */
export default function buildSite(): void {
  execFileSync(process.execPath, ['scripts/build/build-where-old.ts'], { stdio: ['ignore', 'inherit', 'inherit'] });
}
