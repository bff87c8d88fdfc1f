import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectNoFaults, expectNoFaultsInBothThemes } from '../accessibility.ts';
import { expectNoHorizontalScroll, expectNoSidewaysAt } from '../account-lists/list-parts.ts';
import { demoPassword } from '../customer.ts';
import { holdScripts } from '../held-scripts.ts';
import { tabTo } from '../keyboard.ts';
import { readShift } from '../layout-shift.ts';
import { listenToFaults } from '../page-faults.ts';
import { expect, test } from '../product-test.ts';
import { demoAffiliate, logInByAffiliateForm, namesIn, panel } from './affiliate-parts.ts';

/** The names of all links and buttons in the header. */
async function headerOf(page: Page): Promise<string[]> {
  const parts = page.getByRole('banner').locator('a, button').filter({ visible: true });
  const named = await parts.evaluateAll((all) =>
    all.map((part) => part.getAttribute('aria-label') ?? (part as HTMLElement).textContent),
  );
  return named.map((name) => name.replace(/\s+/g, ' ').trim());
}

const always = ['Language: English', 'Switch between dark and light themes'];

/** Where the text begins and ends, regardless of the width of its element. */
function textEdges(part: Element): { left: number; right: number } {
  const letters = document.createRange();
  letters.selectNodeContents(part);
  const { left, right } = letters.getBoundingClientRect();
  return { left, right };
}

/** Expects the log-in page to show the brand, the language and the theme, and nothing for customers. */
async function expectLogInPage(page: Page): Promise<void> {
  await page.goto('/affiliate');
  await expect(page.getByRole('heading', { name: 'Affiliate login' })).toBeVisible();
  expect(await headerOf(page)).toEqual(['Vernier, home', ...always]);
  // An affiliate who forgot the password is told whom to ask.
  const ask = page.getByRole('main').getByRole('link', { name: 'Contact us for a new one.' });
  await expect(ask).toHaveAttribute('href', '/contact-us');
  await expectNoHorizontalScroll(page);
  await expectNoFaultsInBothThemes(page);
}

/**
 * Expects the log-out in the header after the log-in, the affiliate's name in the panel, where the open language menu
 * does not cover it, and no layout shift.
 */
async function expectPanelShell(page: Page): Promise<void> {
  const { rows, main } = panel(page);
  await expect(rows).toHaveCount(12);
  await page.reload();
  await expect(rows).toHaveCount(12);
  expect(await readShift(page)).toBeLessThan(0.01);
  expect(await headerOf(page)).toEqual(['Vernier, home', ...always, 'Log out']);
  await expect(main.getByText(demoAffiliate.name)).toBeVisible();
  await expect(main.getByText(demoAffiliate.email)).toBeVisible();
  await expectNoHorizontalScroll(page);
  await expectNoFaultsInBothThemes(page);
  const languages = page.getByRole('banner').getByRole('button', { name: 'Language: English' });
  await languages.click();
  const menu = (await page.getByRole('list', { name: 'Language' }).boundingBox())!;
  const name = await main.getByText(demoAffiliate.name).evaluate(textEdges);
  const isBeside = menu.x >= name.right || name.left >= menu.x + menu.width;
  expect(isBeside, JSON.stringify({ menu, name })).toBe(true);
  expect(menu.x + menu.width).toBeLessThanOrEqual(page.viewportSize()!.width);
  await languages.click();
}

/** The CSV file of all accounts, as the button saves it. */
async function savedFile(page: Page): Promise<string> {
  const download = page.waitForEvent('download');
  await panel(page).list.getByRole('button', { name: 'Export CSV' }).click();
  const file = await download;
  await expect(page.getByRole('status').filter({ hasText: /accounts-.* saved/ })).toBeVisible();
  expect(file.suggestedFilename()).toMatch(/^accounts-\d{4}-\d\d-\d\d\.csv$/);
  return readFile(await file.path(), 'utf8');
}

/** Expects the footer to contain nothing for customers. */
async function expectFooter(page: Page): Promise<void> {
  const footer = page.getByRole('contentinfo');
  for (const name of ['Contact us', 'Privacy policy']) await expect(footer.getByRole('link', { name })).toBeVisible();
  for (const name of ['Home', 'About', 'Account levels'])
    await expect(footer.getByRole('link', { name })).toHaveCount(0);
  await expect(footer.getByRole('region')).toHaveCount(1);
}

/** Filters and sorts the list, which the server does. Expects the filter to survive a reload and the browser's Back. */
async function filterAndSort(page: Page): Promise<void> {
  const { rows, filter, list } = panel(page);
  const paid = rows.filter({ hasText: '€375.00' }).locator('[data-column="first_deposit"] time');
  const day = ((await paid.getAttribute('datetime')) ?? '').slice(0, 10);
  await filter.getByLabel('Filter type').selectOption('transactions');
  await filter.getByLabel('From').fill(day);
  await filter.getByLabel('Until').fill(day);
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(1);
  expect(await namesIn(rows)).toEqual(['Camille Laurent']);
  await page.reload();
  await expect(rows).toHaveCount(1);
  await expect(filter.getByLabel('From')).toHaveValue(day);
  await filter.getByRole('button', { name: 'Reset' }).click();
  await expect(rows).toHaveCount(12);
  await expect(page).toHaveURL(/\/affiliate$/);
  await page.goBack();
  await expect(rows).toHaveCount(1);
  await filter.getByRole('button', { name: 'Reset' }).click();
  await list.getByRole('button', { name: 'First deposit' }).click();
  await expect.poll(async () => (await namesIn(rows))[0]).toBe('Marco Ricci');
}

/** Compares the panel's own file, which agrees except for a row that the test adds. */
async function compareOwnFile(page: Page): Promise<void> {
  const { main } = panel(page);
  const file = await savedFile(page);
  const lines = file.trim().split(/\r?\n/);
  expect(lines).toHaveLength(13);
  expect(lines[0]).toContain('source_tag');
  await main.getByRole('link', { name: 'Compare' }).click();
  // An email is not compared if the row has an id.
  const text = `${file.replace('marco.ricci@', 'somebody.else@')}nobody000000,,\r\n`;
  const own = { name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await main.getByLabel('Choose a file').setInputFiles(own);
  await expect(main.getByText(/^mine\.csv Rows compared: 13\. Matching: 12\. Different: 1\./)).toBeVisible();
  await expect(main.locator('tbody tr')).toContainText('nobody000000Not one of your accounts');
  await expectNoFaults(page);
}

test('by keyboard an affiliate logs in, finds referred accounts, saves and compares them, and logs out', async ({
  page,
}) => {
  const faults = listenToFaults(page);
  await expectLogInPage(page);
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(demoAffiliate.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(demoPassword);
  await page.keyboard.press('Enter');
  const { title, rows, total, list } = panel(page);
  await expect(title).toBeFocused();
  await expect(page.getByLabel('Email')).toBeHidden();
  await expectPanelShell(page);
  await expect(total('accounts')).toHaveText('12');
  await expect(list.getByText('1–12 of 12')).toBeVisible();
  const marco = rows.filter({ hasText: 'Marco Ricci' });
  await expect(marco.locator('[data-column="source"]')).toHaveText('/platform/BTCUSD');
  await expect(marco.locator('[data-column="first_deposit"]')).toHaveText(/^€1,000\.00/);
  await expectFooter(page);
  await filterAndSort(page);
  await compareOwnFile(page);

  await tabTo(page, panel(page).logOut);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Affiliate login' })).toBeVisible();
  await expect(page).toHaveURL(/\/affiliate$/);
  await expect(page.getByText("See the accounts you've referred.")).toBeVisible();
  await expect(rows).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Affiliate login' })).toBeVisible();
  expect(faults).toEqual([]);
});

test('on a phone an affiliate makes a link in another language, and logs out', async ({ page, context }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await expectLogInPage(page);
  await logInByAffiliateForm(page);
  await expectPanelShell(page);
  await panel(page).main.locator('details summary').click();
  await expect(panel(page).main.locator('details tbody tr').first()).toBeVisible();
  await expectNoSidewaysAt(page, [320, 360]);

  const { main, rows } = panel(page);
  await main.getByRole('link', { name: 'Links' }).click();
  const link = main.getByRole('textbox', { name: 'Your link' });
  await expect(link).toHaveValue(/^http:\/\/localhost:4321\/\?ref=[\w-]+$/);
  await main.getByLabel('Landing page').selectOption({ label: 'About' });
  await main.getByLabel('Source tag').fill('newsletter-11');
  await expect(link).toHaveValue(/\/about\?ref=[\w-]+&tag=newsletter-11$/);
  await main.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Link copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await link.inputValue());
  await expect(main.getByRole('img', { name: 'QR code for your link' })).toBeVisible();
  await expectNoFaults(page);
  await page.goBack();
  await expect(rows).toHaveCount(12);
  await page.goForward();

  // By keyboard the language changes, and the open part of the panel stays.
  const header = page.getByRole('banner');
  await tabTo(page, header.getByRole('button', { name: 'Language: English' }));
  await page.keyboard.press('Enter');
  await tabTo(page, header.getByRole('link', { name: 'Deutsch' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/de\/affiliate\?view=links$/);
  await expect(page.getByRole('heading', { name: 'Affiliate-Bereich' })).toBeVisible();
  await expectNoHorizontalScroll(page);

  // The log-out button is enabled only once its handler is attached. It leads to the log-in page in the same language.
  const letLoad = await holdScripts(page);
  await page.goto('/de/affiliate?view=links', { waitUntil: 'commit' });
  const logOut = header.getByRole('button', { name: 'Abmelden' });
  await expect(logOut).toBeDisabled();
  letLoad();
  await expect(logOut).toBeEnabled();
  await logOut.click();
  await expect(page.getByRole('heading', { name: 'Affiliate-Anmeldung' })).toBeVisible();
  await expect(logOut).toBeHidden();
  await expect(page).toHaveURL(/\/de\/affiliate$/);
  await expectNoFaults(page);
  await page.getByRole('main').getByRole('link', { name: 'Schreiben Sie uns, dann erhalten Sie ein neues.' }).click();
  await expect(page).toHaveURL('/de/contact-us');
});
