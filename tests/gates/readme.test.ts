import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { parseConfig } from '../../src/server/config.ts';

/** What README.md and CONTRIBUTING.md promise is there. */

const readme = readFileSync('README.md', 'utf8');
const documents = readme + readFileSync('CONTRIBUTING.md', 'utf8');

/** The variables that the configuration reads, by watching it read. */
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

test('the README names every variable of the configuration, and no other', () => {
  const table = readme.slice(readme.indexOf('## Configuration'), readme.indexOf('`/healthz`'));
  const named = [...table.matchAll(/^\| (.+?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([A-Z][A-Z\d_]*)`/g)].map(([, name = '']) => name),
  );
  expect(named.sort()).toEqual(variablesRead());
});

test('every command that is written down exists', () => {
  const written = [...documents.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, name = '']) => name);
  expect(written.filter((name) => !Object.hasOwn(packageJson.scripts, name))).toEqual([]);
});

test('every file that is written down exists', () => {
  const written = [...documents.matchAll(/`((?:src|tests|scripts|docs|public)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  );
  const linked = [...documents.matchAll(/\]\(((?!https?:)[^)]+)\)/g)].map(([, path = '']) => path);
  expect([...written, ...linked].filter((path) => !existsSync(path))).toEqual([]);
});

test('the two commands stand alone on their lines, as they are typed', () => {
  expect(readme).toMatch(/^npm ci && npm start$/m);
  expect(readme).toMatch(/^npm ci && npm test$/m);
});
