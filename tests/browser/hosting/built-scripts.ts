import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The address of the largest script of a build: a small one is smaller as it is than compressed. */
export async function largestScriptOf(distDir: string): Promise<string> {
  const folder = join(distDir, 'client', '_astro');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const sized = await Promise.all(names.map(async (name) => ({ name, size: (await stat(join(folder, name))).size })));
  const largest = sized.reduce((one, other) => (other.size > one.size ? other : one));
  return `/_astro/${largest.name}`;
}
