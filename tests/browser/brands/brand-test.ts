import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { buildApart } from '../../support/product/build-apart.ts';
import type { Product } from '../../support/product/start-product.ts';
import { makeDataFolder, startProduct } from '../../support/product/start-product.ts';
import { test as base } from '../product-test.ts';

/** The changes that a broker called Nordlicht makes in src/brand.ts, and nothing else. */
const changes = [
  ["name: 'Vernier'", "name: 'Nordlicht'"],
  ["currency: 'EUR'", "currency: 'CHF'"],
  ["defaultSymbol: 'BTCUSD'", "defaultSymbol: 'EURUSD'"],
  ["languages: ['en', 'de']", "languages: ['de']"],
  ["{ accent: '#ebc16b', 'accent-contrast': '#1c1506'", "{ accent: '#7fd1c7', 'accent-contrast': '#06201d'"],
  ["{ accent: '#8a5a00', 'accent-contrast': '#ffffff'", "{ accent: '#0b5c53', 'accent-contrast': '#ffffff'"],
  ["{ primary: '#ebc16b', 'primary-contrast': '#1c1506'", "{ primary: '#7fd1c7', 'primary-contrast': '#06201d'"],
  ["{ primary: '#f2b632', 'primary-contrast': '#1c1506'", "{ primary: '#0b5c53', 'primary-contrast': '#ffffff'"],
] as const;

const flags = { REGISTRATION: 'on', ECONOMICS: 'off' };
const mark =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="12" fill="#7fd1c7"/></svg>';

/** A copy of the source tree with these changes. */
async function makeTree(tree: string): Promise<void> {
  await rm(tree, { recursive: true, force: true });
  await mkdir(tree, { recursive: true });
  const parts = ['src', 'public', 'package.json', 'tsconfig.json', 'astro.config.mjs', 'astro-i18next.config.ts'];
  for (const part of parts) await cp(part, join(tree, part), { recursive: true });
  await symlink(resolve('node_modules'), join(tree, 'node_modules'));
  const file = join(tree, 'src/brand.ts');
  let brand = await readFile(file, 'utf8');
  for (const [from, to] of changes) {
    if (!brand.includes(from)) throw new Error(`There is no ${from} in src/brand.ts`);
    brand = brand.replace(from, to);
  }
  await writeFile(file, brand);
  await writeFile(join(tree, 'public/favicon.svg'), mark);
}

/**
 * The product of another broker. Only one file may use it: a second one could run in another worker and build again.
 */
export const test = base.extend<object, { tree: string; dataDir: string; product: Product }>({
  tree: [
    async ({}, use) => {
      const tree = resolve('dist/nordlicht');
      await makeTree(tree);
      const { ok, said } = await buildApart('dist', flags, tree);
      if (!ok) throw new Error(said);
      await use(tree);
    },
    { scope: 'worker', timeout: 480_000 },
  ],
  dataDir: [
    async ({}, use) => {
      const data = await makeDataFolder();
      await use(data.path);
      await data.remove();
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ tree, dataDir }, use) => {
      const product = await startProduct({ dataDir, env: flags, program: join(tree, 'src/server/main.ts') });
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 480_000 },
  ],
});

export { expect } from '@playwright/test';
