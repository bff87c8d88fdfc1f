import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { expectNoFaults } from '../accessibility.ts';
import { logIn } from '../customer.ts';
import { makeDataFolder, startProduct } from '../../support/product/start-product.ts';
import { expect, test as base } from '../product-test.ts';

const popups = `popups:
  - id: first
    title: First message
    markdown: Read [the terms](/terms-conditions).
  - id: second
    title: Second message
    html: '<p onclick="alert(1)">Plain text<script>alert(2)</script></p>'
`;

/** The product, whose content has two messages for everybody. */
const test = base.extend({
  product: [
    async ({ history }, use) => {
      const data = await makeDataFolder();
      const contentDir = join(data.path, 'content');
      await cp('src/content', contentDir, { recursive: true });
      const settings = join(contentDir, 'settings', 'en.yaml');
      await writeFile(settings, (await readFile(settings, 'utf8')).replace('popups: []\n', popups));
      const env = { CONTENT_DIR: contentDir };
      const product = await startProduct({ dataDir: join(data.path, 'data'), env, history });
      await use(product);
      await product.stop();
      await data.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const close = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

test('the messages of the settings come one after the other, once', async ({ page }) => {
  await page.goto('/about');
  await expect(dialog(page, 'First message')).toBeVisible();
  await expect(dialog(page, 'First message').getByRole('link', { name: 'the terms' })).toBeVisible();
  await expectNoFaults(page);
  await close(page);
  await expect(dialog(page, 'Second message')).toContainText('Plain text');
  expect(await dialog(page, 'Second message').innerHTML()).not.toMatch(/script|onclick/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.goto('/contact-us');
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(scripts.filter((url) => url.includes('popups'))).toEqual([]);
});

test('two tabs do not show the same message', async ({ page, context }) => {
  await page.goto('/about');
  await expect(dialog(page, 'First message')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/about');
  await other.waitForLoadState('networkidle');
  await expect(other.getByRole('dialog')).toHaveCount(0);
  await close(page);
  await expect(dialog(page, 'Second message')).toBeVisible();
  // What is left when a tab goes away is the other's to show.
  await page.close();
  await expect(dialog(other, 'Second message')).toBeVisible();
});

interface Desk {
  /** What the server was told of. */
  told: string[];
}

/** Answers for the server, which tests/flows/popups.test.ts is about. */
async function answerPopups(context: BrowserContext, titles: readonly string[], markStatus = 200): Promise<Desk> {
  const desk: Desk = { told: [] };
  const data = titles.map((title, index) => ({ id: `id-${index}`, title, content: `<p>${title}</p>` }));
  await context.route('**/api/accounts/popups', (route) => route.fulfill({ json: { status: 'success', data } }));
  await context.route('**/api/accounts/popup', async (route) => {
    desk.told.push((route.request().postDataJSON() as { id: string }).id);
    await route.fulfill({ status: markStatus, json: { status: 'success', data: null } });
  });
  return desk;
}

async function readSettings(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (localStorage.getItem('popups-read') === null) localStorage.setItem('popups-read', '["first","second"]');
  });
}

test('a customer’s messages are closed one by one, and the server is told', async ({ page, context }) => {
  const desk = await answerPopups(context, ['Documents', 'Holidays']);
  await readSettings(page);
  await logIn(page, 'demo@example.com');
  await page.goto('/about');
  await expect(dialog(page, 'Documents')).toBeVisible();
  await close(page);
  await expect(dialog(page, 'Holidays')).toBeVisible();
  await close(page);
  await expect.poll(() => desk.told).toEqual(['id-0', 'id-1']);
});

test('what was closed is not shown again, though the server was not told', async ({ page, context }) => {
  const desk = await answerPopups(context, ['Documents']);
  await readSettings(page);
  await logIn(page, 'demo@example.com');
  await page.goto('/about');
  await close(page);
  await expect.poll(() => desk.told).toEqual(['id-0']);
  await page.goto('/contact-us');
  // It was sent again: it is not shown, and the server is told once more.
  await expect.poll(() => desk.told).toEqual(['id-0', 'id-0']);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a page is not held up by messages that cannot be loaded', async ({ page, context }) => {
  const faults: string[] = [];
  page.on('pageerror', (fault) => faults.push(String(fault)));
  await context.route('**/api/accounts/popups', (route) => route.abort());
  await readSettings(page);
  await logIn(page, 'demo@example.com');
  await page.goto('/about');
  await expect(page.getByRole('button', { name: /^Your account/ })).toContainText('Verified');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(faults).toEqual([]);
});
