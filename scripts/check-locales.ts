import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import corrected from '../src/lib/i18n/corrected-texts.json' with { type: 'json' };
import { problems } from '../src/lib/contract/problem.ts';
import { findKeys } from './translation-keys.ts';

/**
 * Checks that English has a text for every key in use and no unused texts, and that the other languages have the same
 * keys with the same placeholders.
 */

type Texts = { [key: string]: string | Texts };

function flatten(texts: Texts, prefix: string): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${prefix}${key}`, value]] : flatten(value, `${prefix}${key}.`),
  );
}

function textsOf(language: string): Map<string, string> {
  const files = globSync(`public/locales/${language}/*.json`);
  return new Map(
    files.flatMap((file) => flatten(JSON.parse(readFileSync(file, 'utf8')) as Texts, `${basename(file, '.json')}.`)),
  );
}

/** The `{{placeholders}}` of a text, sorted so that their order does not matter. */
const placeholdersOf = (text: string) =>
  (text.match(/\{\{\s*[\w.]+\s*\}\}/g) ?? []).sort().join(' ').replaceAll(/\s/g, '');

/** i18next's plural forms of a key count as the key. */
const withoutPlural = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');

const english = textsOf('en');
const known = new Set([...english.keys()].map(withoutPlural));
const used = new Set(Object.keys(problems).map((code) => `problems.${code}`));
const prefixes = new Set<string>();
const faults: string[] = [];

for (const key of used) if (!known.has(key)) faults.push(`public/locales/en has no ${key}, a problem of the contract`);

for (const file of globSync('src/{pages,layouts,components,islands,stores,server}/**/*.{ts,tsx,astro}')) {
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
  const translated = textsOf(language);
  const has = new Set([...translated.keys()].map(withoutPlural));
  for (const key of has) if (!known.has(key)) faults.push(`public/locales/${language}: English has no ${key}`);
  for (const key of known) if (!has.has(key)) faults.push(`public/locales/${language} has no ${key}`);
  for (const [key, text] of translated) {
    const original = english.get(key);
    if (original !== undefined && placeholdersOf(text) !== placeholdersOf(original))
      faults.push(`public/locales/${language}: ${key} has other placeholders than in English`);
  }
}

for (const [name, texts] of Object.entries(corrected)) {
  for (const [key, text] of flatten(texts, `${name}.`)) {
    const original = english.get(key);
    if (original === undefined || original === text || placeholdersOf(text) !== placeholdersOf(original))
      faults.push(`src/lib/i18n/corrected-texts.json: ${key} does not correct a text of public/locales/en`);
  }
}

for (const fault of faults) process.stdout.write(`${fault}\n`);
process.stdout.write(`${known.size} keys in ${languages.length} languages, ${faults.length} faults\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
