import type { ICruiseResult } from 'dependency-cruiser';
import { cruise } from 'dependency-cruiser';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import configuration from '../../.dependency-cruiser.mjs';
import { folderCycles } from '../../scripts/folder-cycles.ts';

/** A gate that never fails proves nothing, so every rule about arrows gets a small tree of files that breaks it. */

type Tree = Record<string, string>;

const leaf = 'export const leaf = 1;\nexport interface Leaf { size: number }\n';
const uses = (path: string) => `import { leaf } from '${path}';\nexport const user = leaf;\n`;
const usesType = (path: string) => `import type { Leaf } from '${path}';\nexport const user: Leaf = { size: 1 };\n`;

const wrong: Record<string, Tree> = {
  'no-circles': { 'src/lib/a.ts': uses('./b.ts'), 'src/lib/b.ts': `${uses('./a.ts')}${leaf}` },
  'no-unresolvable': { 'src/lib/a.ts': uses('./missing.ts') },
  'src-imports-no-tests': { 'src/server/a.ts': uses('../../tests/b.ts'), 'tests/b.ts': leaf },
  'no-development-packages': { 'src/server/a.ts': "import 'vitest';\n" },
  'lib-stays-in-lib': { 'src/lib/trading/a.ts': usesType('../../server/b.ts'), 'src/server/b.ts': leaf },
  'lib-needs-zod-at-most': {
    'src/lib/a.ts': "import { randomUUID } from 'node:crypto';\nexport const id = randomUUID();\n",
  },
  'brand-is-data': { 'src/brand.ts': uses('./stores/b.ts'), 'src/stores/b.ts': leaf },
  'browser-never-reaches-server': { 'src/pages/a.ts': usesType('../server/b.ts'), 'src/server/b.ts': leaf },
  'content-stands-on-lib': { 'src/content/a.ts': uses('../stores/b.ts'), 'src/stores/b.ts': leaf },
  'stores-stand-on-lib': { 'src/stores/a.ts': uses('../content/b.ts'), 'src/content/b.ts': leaf },
  'islands-stand-on-stores': { 'src/islands/sign-in/a.tsx': usesType('../../content/b.ts'), 'src/content/b.ts': leaf },
  'layouts-and-components-below-pages': { 'src/layouts/a.ts': uses('../pages/b.ts'), 'src/pages/b.ts': leaf },
  'components-below-layouts': { 'src/components/a.ts': uses('../layouts/b.ts'), 'src/layouts/b.ts': leaf },
  'only-stores-hold-sockets': {
    'src/islands/sign-in/a.ts': "import { io } from 'socket.io-client';\nexport const socket = io();\n",
  },
  'server-never-reaches-the-site': { 'src/server/a.ts': uses('../stores/b.ts'), 'src/stores/b.ts': leaf },
  'only-main-and-development-compose': { 'src/server/http/a.ts': uses('../app.ts'), 'src/server/app.ts': leaf },
  'use-cases-below-routes': {
    'src/server/auth/log-in.ts': uses('./auth-routes.ts'),
    'src/server/auth/auth-routes.ts': leaf,
  },
  'rows-are-the-ground': { 'src/server/auth/a-rows.ts': usesType('../config.ts'), 'src/server/config.ts': leaf },
  'only-rows-touch-drizzle': {
    'src/server/auth/log-in.ts': "import type { Pool } from 'pg';\nexport type Open = Pool;\n",
  },
  'only-rows-know-the-schema': {
    'src/server/auth/log-in.ts': usesType('../db/schema/a.ts'),
    'src/server/db/schema/a.ts': leaf,
  },
  'ledger-imports-no-feature': { 'src/server/ledger/a.ts': usesType('../market/b.ts'), 'src/server/market/b.ts': leaf },
  'db-imports-no-feature': { 'src/server/db/a.ts': usesType('../market/b.ts'), 'src/server/market/b.ts': leaf },
  'auth-knows-no-form': { 'src/server/auth/a.ts': usesType('../forms/b.ts'), 'src/server/forms/b.ts': leaf },
  'payments-know-no-affiliate': {
    'src/server/payments/a.ts': usesType('../affiliates/b.ts'),
    'src/server/affiliates/b.ts': leaf,
  },
  'rules-are-pure': { 'src/server/payments/rules/a.ts': usesType('../b.ts'), 'src/server/payments/b.ts': leaf },
};

const right: Tree = {
  'src/lib/trading/a.ts': leaf,
  'src/stores/a.ts': `import 'socket.io-client';\n${uses('../lib/trading/a.ts')}${leaf}`,
  'src/islands/sign-in/login.island.tsx': uses('../../stores/a.ts'),
  'src/server/auth/a-rows.ts': `import 'drizzle-orm';\nimport 'pg';\n${uses('../db/schema/a.ts')}${leaf}`,
  'src/server/db/schema/a.ts': `import 'drizzle-orm/pg-core';\n${leaf}`,
  'src/server/auth/log-in.ts': `${uses('./a-rows.ts')}${leaf}`,
  'src/server/auth/auth-routes.ts': `${uses('./log-in.ts')}${leaf}`,
  'src/server/app.ts': `${uses('./auth/auth-routes.ts')}${leaf}`,
  'src/server/main.ts': uses('./app.ts'),
};

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arrows-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function writeTree(name: string, tree: Tree): Promise<string> {
  const baseDir = join(folder, name);
  await mkdir(baseDir);
  for (const [path, text] of Object.entries(tree)) {
    await mkdir(dirname(join(baseDir, path)), { recursive: true });
    await writeFile(join(baseDir, path), text);
  }
  return baseDir;
}

/** The names of the rules that a tree of files breaks. */
async function brokenRules(name: string, tree: Tree): Promise<string[]> {
  const baseDir = await writeTree(name, tree);
  await writeFile(join(baseDir, 'package.json'), await readFile('package.json'));
  await symlink(resolve('node_modules'), join(baseDir, 'node_modules'));
  const { forbidden, options } = configuration;
  const { tsConfig: _, enhancedResolveOptions, ...cruiseOptions } = options ?? {};
  const { output } = await cruise(
    ['src'],
    { ...cruiseOptions, baseDir, validate: true, ruleSet: { forbidden: forbidden ?? [] } },
    { ...enhancedResolveOptions, symlinks: false },
  );
  return [...new Set((output as ICruiseResult).summary.violations.map((violation) => violation.rule.name))];
}

test('every rule has a tree that breaks it', () => {
  expect(Object.keys(wrong).sort()).toEqual(configuration.forbidden?.map(({ name }) => name).sort());
});

test.each(Object.entries(wrong))('a tree that breaks %s is refused', async (rule, tree) => {
  expect(await brokenRules(rule, tree)).toContain(rule);
});

test('a tree that breaks no rule passes', async () => {
  expect(await brokenRules('right', right)).toEqual([]);
});

const auth = 'src/server/auth';
/** Trees with a cycle of folders, but none of files. */
const cyclic: Record<string, Tree> = {
  'two folders': {
    [`${auth}/log-in.ts`]: uses('../accounts/rows.ts'),
    [`${auth}/sessions.ts`]: leaf,
    'src/server/accounts/rows.ts': leaf,
    'src/server/accounts/password.ts': uses('../auth/sessions.ts'),
  },
  'two folders through subfolders and a type import': {
    [`${auth}/ways/log-in.ts`]: uses('../../accounts/rows.ts'),
    [`${auth}/kept/sessions.ts`]: leaf,
    'src/server/accounts/rows.ts': leaf,
    'src/server/accounts/own/password.ts': usesType('../../auth/kept/sessions.ts'),
  },
  'three folders': {
    [`${auth}/log-in.ts`]: uses('../accounts/rows.ts'),
    [`${auth}/sessions.ts`]: leaf,
    'src/server/accounts/rows.ts': leaf,
    'src/server/accounts/news.ts': uses('../mail/mail.ts'),
    'src/server/mail/mail.ts': leaf,
    'src/server/mail/mailer.ts': uses('../auth/sessions.ts'),
  },
  'a folder and a file beside it': {
    [`${auth}/auth-config.ts`]: leaf,
    [`${auth}/log-in.ts`]: usesType('../config.ts'),
    'src/server/config.ts': `${uses('./auth/auth-config.ts')}${leaf}`,
  },
};

test.each(Object.entries(cyclic))('a cycle is found between %s', async (name, tree) => {
  const root = join(await writeTree(name, tree), 'src/server');
  expect(folderCycles(root)).toEqual([expect.stringContaining(auth.slice('src/server/'.length))]);
});

test('folders without a cycle pass', async () => {
  expect(folderCycles(join(await writeTree('straight', right), 'src/server'))).toEqual([]);
});
