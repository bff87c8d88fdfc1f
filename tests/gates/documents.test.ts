import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { parseConfig } from '../../src/server/config.ts';

/** Checks that everything mentioned in README.md, CONTRIBUTING.md and docs exists. */

const documents = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md')].map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}));
const textOf = (path: string) => documents.find((document) => document.path === path)?.text ?? '';

/** All matches of a pattern in the documents, each with its document. */
function written(pattern: RegExp): { path: string; found: string }[] {
  return documents.flatMap(({ path, text }) =>
    Array.from(text.matchAll(pattern), ([, found = '']) => ({ path, found })),
  );
}

/** The variables that the configuration reads, recorded while it is parsed. */
function variablesRead(): string[] {
  const read = new Set<string>();
  const env = (FEED: string) =>
    new Proxy<Record<string, string>>(
      { FEED },
      {
        get: (target, name) => {
          read.add(String(name));
          return target[String(name)];
        },
      },
    );
  parseConfig(env('simulated'));
  parseConfig(env('replay'));
  return [...read].sort();
}

/** The anchors of a document's headings, as GitHub generates them. */
function anchorsOf(path: string): string[] {
  return Array.from(readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\d\s-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('the tables of the configuration name every variable, and no other', () => {
  const cells = Array.from(textOf('docs/configuration.md').matchAll(/^\| (.+?) \|/gm), ([, cell = '']) => cell);
  const named = cells.flatMap((cell) => Array.from(cell.matchAll(/`([A-Z][A-Z\d_]*)`/g), ([, name = '']) => name));
  expect(named.sort()).toEqual(variablesRead());
});

test('every documented command exists', () => {
  const commands = written(/npm run (?:-s )?([\w:-]+)/g);
  expect(commands.length).toBeGreaterThan(20);
  expect(commands.filter(({ found }) => !Object.hasOwn(packageJson.scripts, found))).toEqual([]);
});

test('every command of package.json is in the list of commands', () => {
  const listed = textOf('docs/commands.md');
  expect(Object.keys(packageJson.scripts).filter((name) => !new RegExp(`\\b${name}\\b`).test(listed))).toEqual([]);
});

test('every documented file exists', () => {
  const files = written(/`((?:src|tests|scripts|docs|public)\/[\w./-]+)`/g);
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter(({ found }) => !existsSync(found))).toEqual([]);
});

test('every link leads to a file, and to a heading of it', () => {
  const links = written(/\]\(((?!https?:)[^)]+)\)/g);
  expect(links.length).toBeGreaterThan(50);
  const leadsNowhere = ({ path, found }: { path: string; found: string }) => {
    const [file = '', anchor] = found.split('#');
    const target = file === '' ? path : join(dirname(path), file);
    return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
  };
  expect(links.filter(leadsNowhere)).toEqual([]);
});

test('prose has lines of 120 columns at most; tables, code and the targets of links may be longer', () => {
  const long = documents.flatMap(({ path, text }) =>
    text
      .replace(/^```[^]*?^```$/gm, '')
      .split('\n')
      .filter((line) => !line.startsWith('|') && line.replaceAll(/\]\([^)]*\)/g, ']').length > 120)
      .map((line) => ({ path, line })),
  );
  expect(long).toEqual([]);
});

test('README has the two commands on lines of their own, as they are typed', () => {
  expect(textOf('README.md')).toMatch(/^npm ci && npm start$/m);
  expect(textOf('README.md')).toMatch(/^npm ci && npm test$/m);
});
