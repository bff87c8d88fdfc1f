import type { Page } from '@playwright/test';
import { openTerminal, terminal } from '../customer.ts';
import { expect, test } from './crowded-test.ts';
import { headOf, savedText } from './table-reader.ts';

const count = 3_000;

test.use({ crowd: { open: count, closed: 0 } });

/** The place of each row that is in the page, of all of them. */
async function places(page: Page): Promise<number[]> {
  return terminal(page).rows.evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('aria-rowindex')) - 1));
}

test('of thousands of open positions those that are seen are in the page, wherever one scrolls', async ({ page }) => {
  await openTerminal(page);
  const { positions, rows } = terminal(page);
  await expect(positions.getByRole('tab', { name: 'Open positions' })).toContainText(String(count));
  await expect(positions.getByRole('table')).toHaveAttribute('aria-rowcount', String(count + 1));
  expect(await rows.count()).toBeLessThan(200);
  expect((await places(page))[0]).toBe(1);

  const panel = positions.getByRole('tabpanel');
  const last = positions.locator(`[aria-rowindex="${count + 1}"]`);
  await panel.evaluate((element) => (element.scrollTop = element.scrollHeight));
  await expect(last).toBeInViewport();
  await expect(last.locator('[data-live="profit"]')).toHaveText(/\d/);
  expect(await rows.count()).toBeLessThan(200);

  await panel.evaluate((element) => (element.scrollTop = element.scrollHeight / 2));
  await expect.poll(async () => (await places(page)).includes(count / 2)).toBe(true);
  await headOf(page, 'Amount').getByRole('button').click();
  await panel.evaluate((element) => (element.scrollTop = 0));
  await expect(rows.first().locator('[data-column="amount"]')).toHaveText('€3.00');
});

test('they scroll past as cards too', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openTerminal(page);
  const { rows } = terminal(page);
  await rows.first().scrollIntoViewIfNeeded();
  for (let shown = 0; shown < 300; shown = (await places(page)).at(-1) ?? 0) {
    await rows.last().scrollIntoViewIfNeeded();
    await expect.poll(async () => (await places(page)).at(-1)).toBeGreaterThan(shown);
  }
  expect(await rows.count()).toBeLessThan(200);
});

test('all of them are saved, not only those in the page', async ({ page }) => {
  await openTerminal(page);
  const { text } = await savedText(page, () =>
    terminal(page).positions.getByRole('button', { name: 'Export CSV' }).click(),
  );
  expect(text.trimEnd().split('\r\n')).toHaveLength(count + 1);
});

test('their profit goes on moving, and the page goes on answering', async ({ page }) => {
  await openTerminal(page);
  const profit = page.locator('[data-figure="profit"]');
  for (let moves = 0; moves < 5; moves++) await expect(profit).not.toHaveText((await profit.textContent()) ?? '');
  await terminal(page).ticket.getByLabel('Amount').fill('10');
  await expect(terminal(page).ticket.getByLabel('Amount')).toHaveValue('10');
});
