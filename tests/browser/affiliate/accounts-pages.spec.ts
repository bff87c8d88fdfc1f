import { expect, test } from '../product-test.ts';
import { accountNo, logInAsAffiliate, panel, serveAccounts } from './affiliate-parts.ts';

test('many accounts come a page at a time, there and back, and the list is never longer than one', async ({ page }) => {
  await logInAsAffiliate(page);
  await serveAccounts(page, 120, { total: 119, not_counted: 1 });
  await page.goto('/affiliate');
  const { list, rows } = panel(page);
  const previous = list.getByRole('button', { name: 'Previous' });
  const next = list.getByRole('button', { name: 'Next' });
  await expect(rows).toHaveCount(50);
  await expect(list.getByText('1–50 of 120')).toBeVisible();
  await expect(previous).toHaveAttribute('aria-disabled', 'true');
  await next.click();
  await expect(list.getByText('51–100 of 120')).toBeVisible();
  await expect(rows.first()).toContainText('Person 51 Muster');
  await next.click();
  await expect(list.getByText('101–120 of 120')).toBeVisible();
  await expect(rows).toHaveCount(20);
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  await expect(next).toBeFocused();
  await previous.click();
  await expect(rows.first()).toContainText('Person 51 Muster');
});

test('a page that does not come leaves the one that is there', async ({ page }) => {
  await logInAsAffiliate(page);
  await serveAccounts(page, 120);
  await page.goto('/affiliate');
  const { list, rows } = panel(page);
  await expect(rows).toHaveCount(50);
  await page.unroute('**/api/affiliate/get');
  await page.route('**/api/affiliate/get', (route) => route.abort());
  await list.getByRole('button', { name: 'Next' }).click();
  await expect(list.getByRole('alert')).toContainText('The page could not be loaded');
  await expect(rows.first()).toContainText('Person 1 Muster');
});

test('a list that does not come says so, and comes when it is asked for again', async ({ page }) => {
  await logInAsAffiliate(page);
  await page.route('**/api/affiliate/{get,summary}', (route) => route.abort());
  await page.goto('/affiliate');
  const { list, rows, main } = panel(page);
  await expect(list.getByRole('alert')).toContainText('The accounts could not be loaded: Temporarily unavailable');
  await expect(main.getByRole('alert').filter({ hasText: 'The totals could not be loaded.' })).toBeVisible();
  await page.unroute('**/api/affiliate/{get,summary}');
  await list.getByRole('button', { name: 'Try again' }).click();
  await expect(rows).toHaveCount(12);
});

test('an answer that comes late is not taken for what was chosen since', async ({ page }) => {
  await logInAsAffiliate(page);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/api/affiliate/get', async (route) => {
    const { search } = route.request().postDataJSON() as { search: string };
    if (search === 'late') await held;
    const data = { data: [{ ...accountNo(search === 'late' ? 1 : 2), first_name: search || 'all' }], next: null };
    await route.fulfill({ json: { status: 'success', data } });
  });
  await page.goto('/affiliate');
  const { filter, rows } = panel(page);
  await expect(rows).toContainText('all Muster');
  await filter.getByLabel('Search for').fill('late');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/late/);
  await filter.getByLabel('Search for').fill('soon');
  await page.keyboard.press('Enter');
  await expect(rows).toContainText('soon Muster');
  const answered = page.waitForResponse('**/api/affiliate/get');
  letGo();
  await answered;
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await expect(rows).toContainText('soon Muster');
});
