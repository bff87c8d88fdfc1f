import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { mostDocumentFiles, longestDocumentBytes } from '../../src/lib/contract/accounts/document-kinds.ts';
import { lingering } from '../../src/server/http/connections/lingering.ts';
import { parseConfig } from '../../src/server/config.ts';
import { databaseFaultKinds } from '../../src/server/db/database-faults.ts';
import { areas } from '../../src/server/operator-desk.ts';

/** Checks that everything mentioned in docs/operating.md and its files exists. */

const page = readFileSync('docs/operating.md', 'utf8');
const unit = readFileSync('docs/operating/brokerkit.service', 'utf8');
const nginx = readFileSync('docs/operating/nginx.conf', 'utf8');
const found = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, first = '']) => first);

test('every documented command exists', () => {
  const scripts = found(page, /npm run (?:-s )?([\w:-]+)/g);
  expect(scripts.length).toBeGreaterThan(5);
  expect(scripts.filter((name) => !Object.hasOwn(packageJson.scripts, name))).toEqual([]);
  const typed = Array.from(page.matchAll(/npm run operator -- ([a-z-]+)(?: ([a-z-]+))?/g), ([, area = '', name]) => ({
    area,
    name,
  })).filter(({ area }) => !area.startsWith('--'));
  expect(typed.length).toBeGreaterThan(3);
  for (const { area, name } of typed) {
    const commands = areas.find((one) => one.name === area)?.commands.map((one) => one.name) ?? [];
    expect(commands, area).toContain(commands[0] === '' ? '' : name);
  }
});

test('commands of other users name that user, and npm reads settings only from the home of the service', () => {
  const home = /^useradd .*--home-dir (\S+) /m.exec(page)?.[1];
  expect(unit).toContain(`\nStateDirectory=${home?.replace('/var/lib/', '')}\nStateDirectoryMode=0700\n`);
  const homes = found(page, /\bHOME=(\S+)/g);
  expect(homes.length).toBeGreaterThan(0);
  expect(new Set(homes)).toEqual(new Set([home]));
  const made = found(page, /^(.*)\b(?:createuser|createdb|dropdb) /gm);
  expect(made.length).toBeGreaterThan(2);
  expect(new Set(made)).toEqual(new Set(['runuser -u postgres -- ']));
});

test('every documented setting exists', () => {
  const read = new Set<string>();
  const watched = new Proxy<Record<string, string>>(
    {},
    {
      get: (_, name) => {
        read.add(String(name));
        return undefined;
      },
    },
  );
  parseConfig(watched);
  const named = [...found(page, /^([A-Z][A-Z_]+)=/gm), ...found(page, /`([A-Z]+_[A-Z_]+)(?:=[a-z]+)?`/g)];
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !read.has(name))).toEqual([]);
});

test('every documented file exists', () => {
  const written = found(page, /`((?:src|tests|scripts|docs|public)\/[\w./-]+)`/g);
  const linked = found(page, /\]\(((?!https?:)[^)]+)\)/g).map((path) => `docs/${path}`);
  expect([...written, ...linked].filter((path) => !existsSync(path))).toEqual([]);
});

test('every documented metric exists', () => {
  const sources = ['metrics', 'queue-metrics'].map((name) => readFileSync(`src/server/operations/${name}.ts`, 'utf8'));
  const table = page.slice(page.indexOf('| alert on |'), page.indexOf('Once a night'));
  const [faults = ''] = /^\| `database_faults_total`.*$/m.exec(table) ?? [];
  expect(faults).toContain(`by \`kind\`: ${databaseFaultKinds.map((kind) => `\`${kind}\``).join(', ')} |`);
  const labels = new Set<string>(['kind', ...databaseFaultKinds]);
  const named = found(table, /`([a-z_]+)(?:\{[^}]*\})?`/g).filter(
    (name) => !/^(nodejs|process)_/.test(name) && !labels.has(name),
  );
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((name) => !sources.join('').includes(`'${name}'`))).toEqual([]);
});

test('the systemd unit starts the same program as npm start, and gives it time to stop by itself', () => {
  const started = packageJson.scripts.start.replace(/^.*exec node /, '');
  expect(unit).toContain(`\nExecStart=/srv/brokerkit/node_modules/.bin/node ${started}\n`);
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(10);
});

test('nginx accepts the largest upload', () => {
  const megabytes = Number(/client_max_body_size (\d+)m;/.exec(nginx)?.[1]);
  expect(megabytes * 2 ** 20).toBeGreaterThan(mostDocumentFiles * longestDocumentBytes);
  // The server reads a forwarded body to its end even if it refuses it; otherwise nginx would answer 502.
  expect(lingering.bytes).toBeGreaterThan(megabytes * 2 ** 20);
});
