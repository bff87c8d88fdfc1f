import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

/** An import from one folder into another, with the names of two files as an example. */
interface Arrow {
  to: string;
  shownBy: string;
}

/**
 * Finds import cycles between the folders directly below `root`; type imports count too. Returns one line for each
 * group of folders that reach each other, with the shortest cycle. A file directly in `root` counts as a folder of its
 * own.
 *
 * dependency-cruiser treats `auth/a/` and `auth/b/` as two folders, so it misses a cycle that enters `auth` through one
 * and leaves it through the other.
 */
export function folderCycles(root: string): string[] {
  const arrows = arrowsBetweenFolders(root);
  const cycles: string[] = [];
  const seen = new Set<string>();
  for (const folder of [...arrows.keys()].toSorted()) {
    if (seen.has(folder)) continue;
    const path = shortestPath(arrows, folder, folder);
    if (!path) continue;
    for (const other of arrows.keys())
      if (shortestPath(arrows, folder, other) && shortestPath(arrows, other, folder)) seen.add(other);
    cycles.push(`${root}: ${[folder, ...path.map(({ to, shownBy }) => `${to} (${shownBy})`)].join(' → ')}`);
  }
  return cycles;
}

function arrowsBetweenFolders(root: string): Map<string, Arrow[]> {
  const arrows = new Map<string, Arrow[]>();
  for (const file of globSync('**/*.{ts,tsx}', { cwd: root }).toSorted()) {
    const from = folderOf(file);
    const known = arrows.get(from) ?? [];
    arrows.set(from, known);
    for (const { fileName } of ts.preProcessFile(readFileSync(join(root, file), 'utf8')).importedFiles) {
      if (!fileName.startsWith('.')) continue;
      const imported = relative(root, resolve(root, dirname(file), fileName));
      const to = folderOf(imported);
      if (imported.startsWith('..') || to === from || known.some((arrow) => arrow.to === to)) continue;
      known.push({ to, shownBy: `${file} imports ${imported}` });
    }
  }
  return arrows;
}

/** `auth` for `auth/devices/devices-rows.ts`; a file directly in `root` counts as its own folder. */
const folderOf = (file: string): string => file.split('/')[0] ?? file;

/**
 * Returns the shortest path of imports from one folder to another, or from a folder back to itself; null if there is
 * none.
 */
function shortestPath(arrows: ReadonlyMap<string, Arrow[]>, from: string, to: string): Arrow[] | null {
  const seen = new Set<string>();
  let paths: Arrow[][] = (arrows.get(from) ?? []).map((arrow) => [arrow]);
  while (paths.length > 0) {
    const longer: Arrow[][] = [];
    for (const path of paths) {
      const last = path.at(-1)?.to ?? from;
      if (last === to) return path;
      if (seen.has(last)) continue;
      seen.add(last);
      longer.push(...(arrows.get(last) ?? []).map((arrow) => [...path, arrow]));
    }
    paths = longer;
  }
  return null;
}
