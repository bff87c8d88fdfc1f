import type { Browser, Page } from '@playwright/test';
import { chromium, expect as expectSoon } from '@playwright/test';
import { openDatabase } from '../../src/server/db/database.ts';
import { logInAsAffiliate, panel } from '../browser/affiliate/affiliate-parts.ts';
import { findBrowserLaunch } from '../support/product/find-chromium.ts';
import { makeDataFolder, startProduct } from '../support/product/start-product.ts';
import { accounts, fill } from './affiliate.bench.ts';
import type { Measurement } from './measurement.ts';
import { traceMainThread } from './peers/main-thread.ts';
import { needPostgres } from './peers/postgres-cluster.ts';

const mostMs = 50;
/** How long tracing continues after the awaited state, because the work that follows that state counts too. */
const afterMs = 500;
const patienceMs = 120_000;
const expect = expectSoon.configure({ timeout: patienceMs });

/** `all` is the total number of accounts, as the panel shows it. */
type Act = (page: Page, all: string) => Promise<void>;

/** The actions of an affiliate. Each ends when its result is visible. */
const acts: Record<string, Act> = {
  async 'another period'(page) {
    const { filter, list } = panel(page);
    await filter.getByLabel('Filter type').selectOption('created_at');
    await filter.getByLabel('From').fill('2024-02-01');
    await filter.getByLabel('Until').fill('2026-05-31');
    await filter.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL(/from=2024-02-01/);
    await expect(list).toHaveAttribute('aria-busy', 'false');
  },
  async 'a search'(page) {
    const { filter, rows } = panel(page);
    await filter.getByLabel('Search for').pressSequentially('person77');
    await page.keyboard.press('Enter');
    await expect(rows.first()).toContainText('person77');
  },
  async 'all again'(page, all) {
    const { filter, total } = panel(page);
    await filter.getByRole('button', { name: 'Reset' }).click();
    await expect(total('accounts')).toHaveText(all);
  },
  async 'ten pages on'(page) {
    const { list } = panel(page);
    for (let turned = 1; turned <= 10; turned += 1) {
      await list.getByRole('button', { name: 'Next' }).click();
      await expect(list.getByText(`${turned * 50 + 1}–${turned * 50 + 50} of`)).toBeVisible();
    }
  },
  async 'another order'(page) {
    const { list } = panel(page);
    await list.getByRole('button', { name: 'First deposit' }).click();
    await page.waitForURL(/sort=first_deposit/);
    await expect(list).toHaveAttribute('aria-busy', 'false');
  },
  async 'a column a day'(page) {
    const { days } = panel(page);
    await days.getByRole('radio', { name: 'Day' }).check();
    await days.getByRole('img').hover();
    await page.mouse.move(500, 600, { steps: 20 });
  },
  async 'the chart’s numbers'(page) {
    const { days } = panel(page);
    await days.getByText('View as table').click();
    await expect(days.locator('tbody tr').first()).toBeVisible();
  },
  async 'the file'(page) {
    const saved = page.waitForEvent('download');
    await panel(page).list.getByRole('button', { name: 'Export CSV' }).click();
    await saved;
  },
};

async function traceAct(browser: Browser, page: Page, name: string, act: () => Promise<void>): Promise<Measurement> {
  const work = await traceMainThread(browser, page, async () => {
    await act();
    await page.waitForTimeout(afterMs);
  });
  const figure = `longest task of ${name}, ${accounts} referred accounts`;
  return { figure, value: work.longestTaskMs, unit: 'ms', goal: { most: mostMs }, note: `${work.tasks} tasks` };
}

async function measureScreen(url: string): Promise<Measurement[]> {
  const browser = await chromium.launch(await findBrowserLaunch());
  try {
    const page = await browser.newPage({ baseURL: url, viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
    page.setDefaultTimeout(patienceMs);
    await logInAsAffiliate(page);
    await page.goto('/affiliate');
    await expect(panel(page).rows).toHaveCount(50);
    await page.waitForLoadState('networkidle');
    const all = await panel(page).total('accounts').innerText();
    const measured: Measurement[] = [];
    for (const [name, act] of Object.entries(acts)) {
      measured.push(await traceAct(browser, page, name, () => act(page, all)));
    }
    return measured;
  } finally {
    await browser.close();
  }
}

/** The affiliate panel with 100,000 accounts in a browser: how long each action blocks the main thread. */
export async function measure(): Promise<Measurement[]> {
  const cluster = await needPostgres();
  const folder = await makeDataFolder();
  const product = await startProduct({ dataDir: folder.path, env: { DATABASE_URL: cluster.url } });
  try {
    const database = await openDatabase({ databaseUrl: cluster.url, dataDir: null, poolSize: 1 });
    await fill(database).finally(() => database.close());
    return await measureScreen(product.url);
  } finally {
    await product.stop();
    await cluster.stop();
    await folder.remove();
  }
}
