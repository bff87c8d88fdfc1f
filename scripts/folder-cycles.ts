import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

/** An import of one folder by another, with two files as an example. */
interface Arrow {
  to: string;
  shownBy: string;
}

/**
 * Finds cycles between the folders directly below `root`, including type imports: one line for each group of folders
 * that reach each other, with the shortest cycle. A file beside the folders counts as a folder of its own.
 *
 * dependency-cruiser treats `auth/a/` and `auth/b/` as two folders, so it misses a cycle that enters `auth` by one and
 * leaves it by the other.
 */
export function folderCycles(root: string): string[] {
  const arrows = arrowsBetweenFolders(root);
  const cycles: string[] = [];
  const seen = new Set<string>();
  for (const folder of [...arrows.keys()].toSorted()) {
    if (seen.has(folder)) continue;
    const way = wayTo(arrows, folder, folder);
    if (!way) continue;
    for (const other of arrows.keys())
      if (wayTo(arrows, folder, other) && wayTo(arrows, other, folder)) seen.add(other);
    cycles.push(`${root}: ${[folder, ...way.map(({ to, shownBy }) => `${to} (${shownBy})`)].join(' → ')}`);
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

/** `auth` for `auth/devices/devices-rows.ts`; a file beside the folders stands for itself. */
const folderOf = (file: string): string => file.split('/')[0] ?? file;

/** The shortest path from one folder to another, or from one back to itself; null if there is none. */
function wayTo(arrows: ReadonlyMap<string, Arrow[]>, from: string, to: string): Arrow[] | null {
  const seen = new Set<string>();
  let ways: Arrow[][] = (arrows.get(from) ?? []).map((arrow) => [arrow]);
  while (ways.length > 0) {
    const longer: Arrow[][] = [];
    for (const way of ways) {
      const last = way.at(-1)?.to ?? from;
      if (last === to) return way;
      if (seen.has(last)) continue;
      seen.add(last);
      longer.push(...(arrows.get(last) ?? []).map((arrow) => [...way, arrow]));
    }
    ways = longer;
  }
  return null;
}
