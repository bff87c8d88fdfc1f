import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The address of a build's largest script. A small script might not become smaller by compression. */
export async function largestScriptOf(distDir: string): Promise<string> {
  const folder = join(distDir, 'client', '_astro');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const sized = await Promise.all(names.map(async (name) => ({ name, size: (await stat(join(folder, name))).size })));
  const largest = sized.reduce((one, other) => (other.size > one.size ? other : one));
  return `/_astro/${largest.name}`;
}
