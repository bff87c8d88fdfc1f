import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expectNoFaults, expectNoFaultsInBothThemes } from '../accessibility.ts';
import { expectNoSideways, knowSwiping } from '../account-lists/list-parts.ts';
import { chooseTheme, logIn } from '../customer.ts';
import { listenToFaults } from '../page-faults.ts';
import { expect, test } from '../product-test.ts';

/** The panel beside the transactions that makes statements. */

test.beforeEach(({ page }) => knowSwiping(page));

async function openPanel(page: Page, address = '/transactions/deposits') {
  await logIn(page, 'demo@example.com');
  await page.goto(address);
  const panel = page
    .locator('details')
    .filter({ has: page.locator('summary', { hasText: /^(Statement|Kontoauszug)/ }) });
  await panel.locator('summary').click();
  await expect(panel.getByRole('radio').first()).toBeChecked();
  return panel;
}

async function save(page: Page, button: ReturnType<Page['locator']>) {
  const download = page.waitForEvent('download');
  await button.click();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

const today = () => new Date().toISOString().slice(0, 10);
const daysOf = async (panel: Locator): Promise<[string, string]> => [
  await panel.getByLabel('From').inputValue(),
  await panel.getByLabel('Until').inputValue(),
];

test('a statement of all days is saved as PDF and as CSV', async ({ page }) => {
  const faults = listenToFaults(page);
  const before = today();
  const panel = await openPanel(page);
  await panel.getByRole('radio', { name: 'All' }).check();
  const [from, until] = await daysOf(panel);
  expect([before, today()]).toContain(until);
  const pdf = await save(page, panel.getByRole('button', { name: 'Save PDF' }));
  expect(pdf.name).toBe(`statement-${from}-${until}.pdf`);
  expect(pdf.bytes.toString('latin1', 0, 8)).toBe('%PDF-1.7');
  await expect(panel.getByRole('status')).toHaveText(`Saved as ${pdf.name}`);
  const csv = await save(page, panel.getByRole('button', { name: 'Save CSV' }));
  const text = csv.bytes.toString();
  // Since the account was opened: there was nothing before, and the balance of the demo is there at the end.
  expect(text).toContain('\r\nopening,,,,,,total,,,0.00,EUR\r\n');
  expect(text).toMatch(/\r\nline,1,.*,Card deposit,/);
  expect(text).toMatch(/\r\nseal,,,,hmac-sha-256,[0-9a-f]{64},,,,,\r\n$/);
  expect(faults).toEqual([]);
});

test('the periods are those of the calendar, and a day that is typed is one’s own', async ({ page }) => {
  const before = today();
  const panel = await openPanel(page);
  const [first, until] = await daysOf(panel);
  expect([before, today()]).toContain(until);
  expect(first).toBe(`${until.slice(0, 7)}-01`);
  await panel.getByRole('radio', { name: 'This year' }).check();
  const [newYear, still] = await daysOf(panel);
  expect(newYear).toBe(`${still.slice(0, 4)}-01-01`);
  await panel.getByLabel('From').fill('2026-03-04');
  await expect(panel.getByRole('radio', { name: 'Own days' })).toBeChecked();
  expect(await daysOf(panel)).toEqual(['2026-03-04', still]);
});

test('days that cannot be asked for are refused at their field, which has the keyboard then', async ({ page }) => {
  const panel = await openPanel(page);
  const until = panel.getByLabel('Until');
  await panel.getByLabel('From').fill('2026-03-04');
  await until.fill('2026-03-03');
  await panel.getByRole('button', { name: 'Save PDF' }).click();
  await expect(until).toBeFocused();
  await expect(until).toHaveAccessibleDescription('The last day is before the first day');
  await until.fill('2099-01-01');
  await panel.getByRole('button', { name: 'Save PDF' }).click();
  await expect(until).toHaveAccessibleDescription('The last day is in the future');
  await until.fill('');
  await panel.getByRole('button', { name: 'Save CSV' }).click();
  await expect(until).toHaveAccessibleDescription('Please choose a day');
  await until.fill('2026-03-05');
  await panel.getByLabel('From').fill('2001-01-01');
  await panel.getByRole('button', { name: 'Save CSV' }).click();
  await expect(panel.getByLabel('From')).toHaveAccessibleDescription('A statement has at most ten years');
  await expectNoFaults(page);
});

test('while it is made nothing else is begun, and what goes wrong is said', async ({ page }) => {
  const panel = await openPanel(page);
  let asked = 0;
  const held = Promise.withResolvers<undefined>();
  await page.route('**/api/statements/get', async (route) => {
    asked++;
    await held.promise;
    await route.fulfill({ status: 429, json: { status: 'error', error: { code: 'TOO_MANY_REQUESTS', message: '' } } });
  });
  await panel.getByRole('button', { name: 'Save PDF' }).click();
  await expect(panel.getByRole('status')).toHaveText('Your statement is being made.');
  await expect(panel.getByRole('button', { name: 'Save PDF' })).toHaveAttribute('aria-busy', 'true');
  await panel.getByRole('button', { name: 'Save CSV' }).click();
  held.resolve(undefined);
  await expect(panel.getByRole('alert')).toContainText('Your statement could not be made. Too many attempts');
  expect(asked).toBe(1);
});

test('who opens it before the page has started finds it open', async ({ page }) => {
  await logIn(page, 'demo@example.com');
  const held = Promise.withResolvers<undefined>();
  await page.route(/\.js(\?|$)/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/transactions/deposits', { waitUntil: 'commit' });
  const details = page.locator('details').filter({ has: page.locator('summary', { hasText: 'Statement' }) });
  await details.evaluate((part: HTMLDetailsElement) => (part.open = true));
  held.resolve(undefined);
  await expect(page.getByRole('radio', { name: 'This month' })).toBeChecked();
});

test('it can be used by the keyboard alone', async ({ page }) => {
  await logIn(page, 'demo@example.com');
  await page.goto('/transactions/deposits');
  const summary = page.locator('summary', { hasText: 'Statement' });
  await summary.focus();
  await page.keyboard.press('Enter');
  const first = page.getByRole('radio', { name: 'This month' });
  await expect(first).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(first).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Last month' })).toBeChecked();
  for (const key of ['ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
  // Round to the other end: the days are to be typed, but nobody is taken to them.
  const own = page.getByRole('radio', { name: 'Own days' });
  await expect(own).toBeChecked();
  await expect(own).toBeFocused();
  const csv = page.getByRole('button', { name: 'Save CSV' });
  await csv.focus();
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
});

for (const [width, theme, address] of [
  [1440, 'dark', '/transactions/deposits'],
  [360, 'light', '/de/transactions/deposits'],
  [320, 'dark', '/de/transactions/deposits'],
] as const) {
  test(`nothing hinders anybody: ${width} px, ${address}`, async ({ browser, baseURL }) => {
    const isTouched = width < 600;
    const viewport = { width, height: 900 };
    const context = await browser.newContext({ baseURL, viewport, hasTouch: isTouched, isMobile: isTouched });
    const page = await context.newPage();
    await knowSwiping(page);
    await chooseTheme(page, theme);
    const panel = await openPanel(page, address);
    await panel.getByRole('button').last().click();
    await expect(panel.getByRole('status')).toHaveText(/^(Saved as|Gespeichert als) statement-/);
    await expectNoFaultsInBothThemes(page);
    await expectNoSideways(page);
    const heights = await panel
      .locator('summary, label:has(input[type=radio]), button')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().height));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(isTouched ? 44 : 36);
    await context.close();
  });
}
