import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Embeds, MapTiles, Switches } from '../../brand.ts';

/** Everything the site is built from. From the server's code, only the folder that finishes the build. */
const sources = [
  'src/pages',
  'src/layouts',
  'src/components',
  'src/islands',
  'src/stores',
  'src/content',
  'src/lib',
  'src/brand.ts',
  'src/server/site',
  'public',
  'astro.config.mjs',
  'astro-i18next.config.ts',
  'package-lock.json',
];

const stampFile = 'build.json';

/** Content that editors write: the running server publishes it, so it neither needs nor triggers a build. */
const isEdited = (name: string) => name.endsWith('.yaml');

/** The settings that a build depends on, besides its sources. */
export interface BuildSwitches {
  switches: Switches;
  mapTiles: MapTiles | null;
  embeds: Embeds;
  /** The server that the pages call. Empty: the server that serves the pages. */
  apiUrl: string;
}

/** Hashes the site's sources and settings: builds with the same fingerprint are the same site. */
export async function fingerprintOf({ root, ...buildSettings }: BuildSwitches & { root: string }): Promise<string> {
  const { switches, mapTiles, embeds, apiUrl } = buildSettings;
  const hash = createHash('sha256').update(JSON.stringify([Object.entries(switches).sort(), mapTiles, embeds, apiUrl]));
  for (const source of sources) {
    for (const file of await filesIn(join(root, source))) {
      hash.update(`\n${relative(root, file).split(sep).join('/')}\n`).update(await readFile(file));
    }
  }
  return hash.digest('base64url');
}

/** Lists the files below a folder in a stable order, or the path itself if it is a file; empty if nothing is there. */
async function filesIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch((fault: unknown) => {
    const code = fault instanceof Error && 'code' in fault ? fault.code : undefined;
    if (code === 'ENOTDIR') return null;
    if (code === 'ENOENT') return [];
    throw fault;
  });
  if (entries === null) return [path];
  return entries
    .filter((entry) => entry.isFile() && !isEdited(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** What a finished build says of itself. */
export interface BuildStamp {
  fingerprint: string;
  /** `API_URL` of the build; empty if its pages call the server that serves them. */
  apiUrl: string;
}

/** The stamp of the last finished build; null if there is none. */
export async function readStamp(distDir: string): Promise<BuildStamp | null> {
  const text = await readFile(join(distDir, stampFile), 'utf8').catch(() => '{}');
  const { fingerprint, apiUrl } = JSON.parse(text) as { fingerprint?: unknown; apiUrl?: unknown };
  if (typeof fingerprint !== 'string') return null;
  return { fingerprint, apiUrl: typeof apiUrl === 'string' ? apiUrl : '' };
}

/** Written last: a build that was aborted has no stamp, so the next start builds again. */
export async function writeStamp(distDir: string, stamp: BuildStamp): Promise<void> {
  await writeFile(join(distDir, stampFile), `${JSON.stringify(stamp)}\n`);
}
