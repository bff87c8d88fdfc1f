import { readFile } from 'node:fs/promises';
import { expectNoFaultsInBothThemes } from '../accessibility.ts';
import { expectNoSidewaysAt } from '../account-lists/list-parts.ts';
import { chooseTheme } from '../customer.ts';
import { tabTo } from '../keyboard.ts';
import { listenToFaults } from '../page-faults.ts';
import { expect, test } from '../product-test.ts';
import { logInAsAffiliate, namesIn, panel } from './affiliate-parts.ts';

test('who came by the affiliate’s links is listed, with what they come to', async ({ page }) => {
  const faults = listenToFaults(page);
  await logInAsAffiliate(page);
  await page.goto('/affiliate');
  const { rows, total, countries, days, list } = panel(page);
  await expect(rows).toHaveCount(12);
  await expect(total('accounts')).toHaveText('12');
  await expect(total('firstDeposits')).toHaveText('4');
  await expect(total('conversion')).toHaveText('33%');
  await expect(total('notCounted')).toHaveText('0');

  const marco = rows.filter({ hasText: 'Marco Ricci' });
  await expect(marco.locator('[data-column="email"]')).toHaveText('marco.ricci@example.com');
  await expect(marco.locator('[data-column="country"]')).toHaveText('Italy');
  await expect(marco.locator('[data-column="created_at"]')).toHaveText(/\d{4}$/);
  await expect(marco.locator('[data-column="source"]')).toHaveText('/platform/BTCUSD');
  await expect(marco.locator('[data-column="first_deposit"]')).toHaveText(/^€1,000\.00/);
  await expect(rows.filter({ hasText: 'Anna Steiner' }).locator('[data-column="first_deposit"]')).toHaveText(
    'None yet',
  );

  // Accounts of each first deposit: the inverse of the conversion.
  await expect(countries.locator('tbody tr')).toHaveCount(5);
  await expect(countries.locator('tbody tr').filter({ hasText: 'Italy' })).toHaveText('Italy313.00');
  await expect(countries.locator('tbody tr').filter({ hasText: 'Austria' })).toHaveText('Austria20–');
  await expect(days.getByRole('img', { name: /12 registrations and 4 first deposits/ })).toBeVisible();
  await expect(list.getByText('1–12 of 12')).toBeVisible();
  expect(faults).toEqual([]);
});

test('the countries keep their height when the numbers beside them are opened', async ({ page }) => {
  await logInAsAffiliate(page);
  await page.goto('/affiliate');
  const { countries, days } = panel(page);
  await expect(countries.locator('tbody tr')).toHaveCount(5);
  const heightOf = async () => (await countries.boundingBox())!.height;
  const before = await heightOf();
  await days.getByText('The numbers as a table').click();
  await expect(days.getByRole('table')).toBeVisible();
  expect(await heightOf()).toBe(before);
});

test('a filter needs its kind and both days, each fault at its field', async ({ page }) => {
  await logInAsAffiliate(page);
  await page.goto('/affiliate');
  const { filter, rows } = panel(page);
  const submit = filter.getByRole('button', { name: 'Search' });
  const [where, from, until] = [
    filter.getByLabel('Filter type'),
    filter.getByLabel('From'),
    filter.getByLabel('Until'),
  ];
  await expect(rows).toHaveCount(12);
  await submit.click();
  await expect(where).toHaveAccessibleDescription('Filter type is required');
  await expect(from).toHaveAccessibleDescription('From is required');
  await expect(until).toHaveAccessibleDescription('Until is required');
  await expect(where).toBeFocused();
  await where.selectOption('created_at');
  await from.fill('2026-02-02');
  await until.fill('2026-02-01');
  await submit.click();
  await expect(until).toHaveAccessibleDescription('Until must not be before from');
  await expect(until).toBeFocused();
  await expect(page).toHaveURL(/\/affiliate$/);
});

test('a filter is kept by a reload and by the way back, and a reset shows all', async ({ page }) => {
  await logInAsAffiliate(page);
  await page.goto('/affiliate');
  const { filter, rows, total } = panel(page);
  await expect(rows).toHaveCount(12);
  const created = await rows
    .locator('[data-column="created_at"] time')
    .evaluateAll((times) => times.map((time) => (time.getAttribute('datetime') ?? '').slice(0, 10)));
  const [until = '', from = ''] = [created[2], created[5]];
  await filter.getByLabel('Filter type').selectOption('created_at');
  await filter.getByLabel('From').fill(from);
  await filter.getByLabel('Until').fill(until);
  await filter.getByRole('button', { name: 'Search' }).click();
  await expect(rows).toHaveCount(4);
  await expect(total('accounts')).toHaveText('4');
  await expect(page).toHaveURL(`/affiliate?where=created_at&from=${from}&until=${until}`);

  await page.reload();
  await expect(rows).toHaveCount(4);
  await expect(filter.getByLabel('From')).toHaveValue(from);
  await filter.getByRole('button', { name: 'Reset' }).click();
  await expect(rows).toHaveCount(12);
  await expect(filter.getByLabel('Filter type')).toHaveValue('');
  await expect(page).toHaveURL(/\/affiliate$/);
  await page.goBack();
  await expect(rows).toHaveCount(4);
  await expect(filter.getByLabel('Until')).toHaveValue(until);
});

test('transactions are filtered by the day of the first deposit', async ({ page }) => {
  await logInAsAffiliate(page);
  await page.goto('/affiliate');
  const { filter, rows } = panel(page);
  await expect(rows).toHaveCount(12);
  const paid = rows.filter({ hasText: '€375.00' }).locator('[data-column="first_deposit"] time');
  const day = ((await paid.getAttribute('datetime')) ?? '').slice(0, 10);
  await filter.getByLabel('Filter type').selectOption('transactions');
  await filter.getByLabel('From').fill(day);
  await filter.getByLabel('Until').fill(day);
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(1);
  expect(await namesIn(rows)).toEqual(['Camille Laurent']);
});

test('a search needs no filter; who finds nobody is told, and led back to all', async ({ page }) => {
  await logInAsAffiliate(page);
  await page.goto('/affiliate');
  const { filter, rows, list } = panel(page);
  await filter.getByLabel('Search for').fill('  ricci ');
  await filter.getByRole('button', { name: 'Search' }).click();
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/\?search=ricci$/);
  await filter.getByLabel('Search for').fill('nobody of this name');
  await page.keyboard.press('Enter');
  await expect(list.getByRole('heading', { name: 'No account matches' })).toBeVisible();
  await list.getByRole('button', { name: 'Show all accounts' }).click();
  await expect(rows).toHaveCount(12);
  await expect(filter.getByLabel('Search for')).toHaveValue('');
});

test('by keyboard alone the list is put in another order, which stands in the address', async ({ page }) => {
  await logInAsAffiliate(page);
  await page.goto('/affiliate');
  const { list, rows } = panel(page);
  const newestFirst = async () => (await namesIn(rows))[0];
  await expect.poll(newestFirst).toBe('Anna Steiner');
  await tabTo(page, list.getByRole('button', { name: 'Created' }));
  await page.keyboard.press('Enter');
  await expect.poll(newestFirst).toBe('Lena Fischer');
  await expect(list.getByRole('columnheader', { name: 'Created' })).toHaveAttribute('aria-sort', 'ascending');
  await tabTo(page, list.getByRole('button', { name: 'First deposit' }));
  await page.keyboard.press('Enter');
  await expect.poll(newestFirst).toBe('Marco Ricci');
  await expect(page).toHaveURL(/\?sort=first_deposit$/);
});

test('all chosen accounts are saved as a file', async ({ page }) => {
  await logInAsAffiliate(page);
  await page.goto('/affiliate?search=ri');
  const { list, rows } = panel(page);
  await expect(rows.first()).toBeVisible();
  const names = await namesIn(rows);
  const download = page.waitForEvent('download');
  await list.getByRole('button', { name: 'Save as CSV' }).click();
  const file = await download;
  await expect(page.getByRole('status').filter({ hasText: 'Saved as accounts-' })).toBeVisible();
  expect(file.suggestedFilename()).toMatch(/^accounts-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/);
  expect(lines).toHaveLength(names.length + 1);
  expect(lines[0]).toContain('source_tag');
});

for (const [path, theme, widths] of [
  ['/affiliate', 'dark', [900, 320, 360, 1440]],
  ['/de/affiliate', 'light', [1440, 360, 900, 320]],
] as const) {
  test(`nothing hinders anybody at ${path}`, async ({ page }) => {
    await chooseTheme(page, theme);
    await logInAsAffiliate(page);
    await page.goto(path);
    await expect(panel(page).main.locator('tr[data-account]')).toHaveCount(12);
    await panel(page).main.locator('details summary').click();
    await expect(panel(page).main.locator('details tbody tr').first()).toBeVisible();
    // On each of these screens in one of the languages, and on none does anything stand out in either.
    for (const several of [widths.slice(0, 3), widths.slice(3)]) {
      await expectNoSidewaysAt(page, several);
      await expectNoFaultsInBothThemes(page);
    }
  });
}

for (const path of ['/affiliate', '/de/affiliate', '/it/affiliate', '/es/affiliate'])
  test(`on cards each order can be read whole at ${path}, and so can the button beside it`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await logInAsAffiliate(page);
    await page.goto(path);
    const choice = page.locator('main label select').filter({ visible: true });
    const button = choice.locator('xpath=../following-sibling::button');
    await expect(button).toBeVisible();
    const { width } = (await choice.boundingBox())!;
    const whole = await choice.evaluate((select) => {
      select.style.cssText = 'position: absolute; width: max-content';
      return select.getBoundingClientRect().width;
    });
    expect(width).toBeGreaterThanOrEqual(whole);
    expect((await button.boundingBox())!.height).toBe(44);
  });
