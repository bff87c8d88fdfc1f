import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, extname } from 'node:path';
import { folderCycles } from './folder-cycles.ts';

/** Checks our rules about file names and folders, which linters do not cover. */

const vagueNames = new Set(['utils', 'util', 'helpers', 'helper', 'manager', 'common', 'misc', 'index']);
const maximumFoldersBelowSrc = 3;
/** Applies to comments only: prettier wraps code, except for strings and patterns, which cannot be wrapped. */
const longestComment = 120;
/** The folders directly inside each of these must not import each other in a cycle. */
const rootsWithoutCycles = ['src/server', 'src/stores', 'src/islands', 'src/lib'];

const files = globSync('{src,tests,scripts}/**/*.{ts,tsx,astro,css}', { exclude: ['src/server/db/migrations/**'] });
const faults: string[] = [];

for (const file of files) {
  // Astro gives route files special names: [symbol].astro, [...slug].astro, 404.astro, and index.astro for the page of
  // its folder.
  const isPage = file.startsWith('src/pages/');
  const stem = basename(file, extname(file));
  const words = stem.replace(/\.(island|test|spec|bench|module|d)$/, '');
  if (!isPage && !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(words)) faults.push(`${file}: file names are kebab-case`);
  if (!isPage && vagueNames.has(words)) faults.push(`${file}: the name does not say what is in it`);
  if (file.startsWith('src/') && dirname(file).split('/').length - 1 > maximumFoldersBelowSrc)
    faults.push(`${file}: more than ${maximumFoldersBelowSrc} folders below src`);
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries())
    if (line.length > longestComment && /^\s*(\/[/*]|\*|\{\/\*|<!--)/.test(line))
      faults.push(`${file}:${index + 1}: a comment of more than ${longestComment} columns`);
}

for (const folder of new Set(files.map((file) => dirname(file))))
  if (vagueNames.has(basename(folder))) faults.push(`${folder}: the name does not say what is in it`);

// The generator compares the schema only with the newest snapshot, so older ones are dead weight.
const snapshots = globSync('src/server/db/migrations/meta/*_snapshot.json').sort();
for (const file of snapshots.slice(0, -1)) faults.push(`${file}: only the newest snapshot of the schema is kept`);

for (const root of rootsWithoutCycles) {
  for (const cycle of folderCycles(root)) faults.push(`a cycle between the folders of ${cycle}`);
}

for (const fault of faults) process.stdout.write(`${fault}\n`);
process.stdout.write(`${files.length} files checked, ${faults.length} faults\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
