import { choicePeriodDays } from '../../../src/lib/affiliates/choice-periods.ts';
import { tabTo } from '../keyboard.ts';
import { expect, test } from '../product-test.ts';
import { logInAsAffiliate, panel } from './affiliate-parts.ts';

const now = Date.parse('2026-11-22T10:00:00Z');

// Days are the browser's; the server has no say in which they are.
test.beforeEach(async ({ page }) => {
  await page.clock.setFixedTime(now);
  await logInAsAffiliate(page, { nowMs: now });
});

test('the days that are looked at most are there at one press, of what is filtered by', async ({ page }) => {
  await page.goto('/affiliate');
  const { filter } = panel(page);
  const period = (name: string) => filter.getByRole('button', { name });
  await period('Last month').click();
  await expect(page).toHaveURL('/affiliate?where=created_at&from=2026-10-01&until=2026-10-31');
  await expect(period('Last month')).toHaveAttribute('aria-pressed', 'true');
  await expect(period('This month')).toHaveAttribute('aria-pressed', 'false');
  await expect(filter.getByLabel('Filter type')).toHaveValue('created_at');
  await expect(filter.getByLabel('From')).toHaveValue('2026-10-01');
  await filter.getByLabel('Filter type').selectOption('transactions');
  await filter.getByLabel('Search for').fill('ricci');
  await period('Last 30 days').click();
  const { from, until } = choicePeriodDays('last30Days', now);
  await expect(page).toHaveURL(`/affiliate?where=transactions&from=${from}&until=${until}&search=ricci`);
  await page.goBack();
  await expect(period('Last month')).toHaveAttribute('aria-pressed', 'true');
  await expect(filter.getByLabel('Until')).toHaveValue('2026-10-31');
  await expect(filter.getByLabel('Search for')).toHaveValue('');
});

test('what the columns of some days are is not asked of other days', async ({ page }) => {
  await page.goto('/affiliate');
  const { filter, days } = panel(page);
  const column = (name: string) => days.getByRole('radio', { name });
  await filter.getByRole('button', { name: 'Last month' }).click();
  await expect(column('Day')).toBeChecked();
  await column('Month').check();
  await filter.getByLabel('Search for').fill('ricci');
  await filter.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/search=ricci$/);
  await expect(column('Month')).toBeChecked();
  await filter.getByRole('button', { name: 'Last 30 days' }).click();
  await expect(column('Day')).toBeChecked();
});

test('who chooses by keyboard keeps the place', async ({ page }) => {
  await page.goto('/affiliate');
  const { filter } = panel(page);
  const press = async (name: string) => {
    await tabTo(page, filter.getByRole('button', { name }));
    await page.keyboard.press('Enter');
  };
  await press('This month');
  await expect(page).toHaveURL(/from=2026-11-01&until=2026-11-22$/);
  await expect(filter.getByRole('button', { name: 'This month' })).toBeFocused();
  await filter.getByLabel('Search for').fill('becker');
  await press('Search');
  await expect(page).toHaveURL(/search=becker$/);
  await expect(filter.getByRole('button', { name: 'Search' })).toBeFocused();
  await press('Reset');
  await expect(page).toHaveURL(/\/affiliate$/);
  await expect(filter.getByRole('button', { name: 'Reset' })).toBeFocused();
});
