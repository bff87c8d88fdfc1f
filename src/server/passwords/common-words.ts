import { readFileSync } from 'node:fs';

const lines = readFileSync(new URL('common-words.txt', import.meta.url), 'utf8').split('\n');

/** Words that passwords often contain, in lower case, without accents. */
export const commonWords: ReadonlySet<string> = new Set(
  lines.filter((line) => !line.startsWith('#')).flatMap((line) => line.split(' ').filter((word) => word !== '')),
);
