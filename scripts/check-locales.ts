import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { problems } from '../src/lib/contract/problem.ts';
import { findKeys } from './translation-keys.ts';

/** English has a text for every key that is used, and no text that nothing uses; other languages have no key of their own. */

type Texts = { [key: string]: string | Texts };

function flatten(texts: Texts, prefix: string): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${prefix}${key}`] : flatten(value, `${prefix}${key}.`),
  );
}

function keysOf(language: string): string[] {
  return globSync(`public/locales/${language}/*.json`).flatMap((file) =>
    flatten(JSON.parse(readFileSync(file, 'utf8')) as Texts, `${basename(file, '.json')}.`),
  );
}

/** i18next's plural forms of a key count as the key. */
const withoutPlural = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');

const english = keysOf('en');
const known = new Set(english.map(withoutPlural));
const used = new Set(Object.keys(problems).map((code) => `problems.${code}`));
const prefixes = new Set<string>();
const faults: string[] = [];

for (const key of used) if (!known.has(key)) faults.push(`public/locales/en has no ${key}, a problem of the contract`);

for (const file of globSync('src/{pages,layouts,components,islands,stores}/**/*.{ts,tsx,astro}')) {
  const found = findKeys(readFileSync(file, 'utf8'));
  for (const key of found.translated) if (!known.has(key)) faults.push(`${file}: public/locales/en has no ${key}`);
  for (const key of [...found.translated, ...found.mentioned]) used.add(key);
  for (const prefix of found.prefixes) prefixes.add(prefix);
}

for (const key of known) {
  if (!used.has(key) && ![...prefixes].some((prefix) => key.startsWith(prefix)))
    faults.push(`public/locales/en: nothing uses ${key}`);
}

const languages = globSync('public/locales/*/').map((folder) => basename(folder.replace(/\/$/, '')));
for (const language of languages.filter((name) => name !== 'en')) {
  for (const key of keysOf(language))
    if (!known.has(withoutPlural(key))) faults.push(`public/locales/${language}: English has no ${key}`);
}

for (const fault of faults) process.stdout.write(`${fault}\n`);
process.stdout.write(`${known.size} keys in ${languages.length} languages, ${faults.length} faults\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
