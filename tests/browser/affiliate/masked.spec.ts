import { operatedTest, expect } from '../operated-test.ts';
import { logInAsAffiliate, panel } from './affiliate-parts.ts';

const test = operatedTest({ env: { AFFILIATE_MASKED: 'all' } });

test('where the broker masks people, the list names none and a file is compared by ids alone', async ({ page }) => {
  await logInAsAffiliate(page);
  await page.goto('/affiliate');
  const { rows, main } = panel(page);
  await expect(rows).toHaveCount(12);
  await expect(rows.first().locator('[data-column="email"]')).toHaveText(/^.•••$/);
  await page.goto('/affiliate?view=compare');
  await expect(main.getByText('It needs a heading and a column id.')).toBeVisible();
  const emails = Buffer.from('e-mail,created_at\nsomebody@example.com,2026-01-02\n');
  await main.getByLabel('Choose a file').setInputFiles({ name: 'mine.csv', mimeType: 'text/csv', buffer: emails });
  await expect(main.getByRole('alert')).toHaveText(/It needs a heading with a column id\.$/);
});
