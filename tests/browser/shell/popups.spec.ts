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

/** The product, whose content has two popups for everybody. */
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

test('the popups of the settings appear one after the other, once, and in one tab at a time', async ({
  page,
  context,
}) => {
  await page.goto('/about');
  await expect(dialog(page, 'First message')).toBeVisible();
  await expect(dialog(page, 'First message').getByRole('link', { name: 'the terms' })).toBeVisible();
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoFaults(page);
  }
  const other = await context.newPage();
  await other.goto('/about');
  await other.waitForLoadState('networkidle');
  await expect(other.getByRole('dialog')).toHaveCount(0);
  await close(page);
  await expect(dialog(page, 'Second message')).toBeVisible();
  // When a tab is closed, the other tab shows the remaining popups.
  await page.close();
  await expect(dialog(other, 'Second message')).toContainText('Plain text');
  expect(await dialog(other, 'Second message').innerHTML()).not.toMatch(/script|onclick/);
  await other.keyboard.press('Escape');
  await expect(other.getByRole('dialog')).toHaveCount(0);
  // A dialog's close event fires one task later. If the page is left before it, the popup is shown again.
  await expect.poll(() => other.evaluate(() => localStorage.getItem('popups-read'))).toBe('["first","second"]');

  const scripts: string[] = [];
  other.on('request', (request) => scripts.push(request.url()));
  await other.goto('/contact-us');
  await other.waitForLoadState('networkidle');
  await expect(other.getByRole('dialog')).toHaveCount(0);
  expect(scripts.filter((url) => url.includes('popups'))).toEqual([]);
});

interface Desk {
  /** The ids of the popups that the page reported as closed. */
  told: string[];
}

/** Plays the server's part, which tests/flows/popups.test.ts tests. */
async function answerPopups(context: BrowserContext, titles: readonly string[]): Promise<Desk> {
  const desk: Desk = { told: [] };
  const data = titles.map((title, index) => ({ id: `id-${index}`, title, content: `<p>${title}</p>` }));
  await context.route('**/api/accounts/popups', (route) => route.fulfill({ json: { status: 'success', data } }));
  await context.route('**/api/accounts/popup', async (route) => {
    desk.told.push((route.request().postDataJSON() as { id: string }).id);
    await route.fulfill({ json: { status: 'success', data: null } });
  });
  return desk;
}

async function readSettings(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (localStorage.getItem('popups-read') === null) localStorage.setItem('popups-read', '["first","second"]');
  });
}

test('a customer’s popups are closed one by one, reported to the server, and never shown again', async ({
  page,
  context,
}) => {
  const faults: string[] = [];
  page.on('pageerror', (fault) => faults.push(String(fault)));
  const desk = await answerPopups(context, ['Documents', 'Holidays']);
  await readSettings(page);
  await logIn(page, 'demo@example.com');
  await page.goto('/about');
  await expect(dialog(page, 'Documents')).toBeVisible();
  await close(page);
  await expect(dialog(page, 'Holidays')).toBeVisible();
  await close(page);
  await expect.poll(() => desk.told).toEqual(['id-0', 'id-1']);
  await page.goto('/contact-us');
  // The server sends them again. The page does not show them, and reports them as closed once more.
  await expect.poll(() => desk.told).toEqual(['id-0', 'id-1', 'id-0', 'id-1']);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // Popups that cannot be loaded do not hold up a page.
  await context.route('**/api/accounts/popups', (route) => route.abort());
  const asked = page.waitForRequest('**/api/accounts/popups');
  await page.goto('/about');
  await asked;
  await expect(page.getByRole('button', { name: /^Your account/ })).toContainText('Verified');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(faults).toEqual([]);
});
