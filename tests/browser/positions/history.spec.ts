import type { Page } from '@playwright/test';
import { isInOrder, valueOf } from '../../support/table-values.ts';
import { expectNoFaults } from '../accessibility.ts';
import { openTerminal, terminal } from '../customer.ts';
import { everydayCrowd, expect, test } from './crowded-test.ts';
import { headOf, idsShown, savedText, textsOf } from './table-reader.ts';

test.use({ crowd: everydayCrowd, viewport: { width: 1440, height: 900 } });

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));

/** The pager's text on the last page. */
function lastOf(total: number): string {
  return `${Math.floor((total - 1) / 50) * 50 + 1}–${total} of ${total}`;
}

/** Closes the newest open position in another tab; returns its id. */
async function closeElsewhere(page: Page): Promise<string> {
  const elsewhere = await page.context().newPage();
  await elsewhere.goto('/platform/BTCUSD');
  await expect(terminal(elsewhere).rows.first()).toBeVisible();
  const [id = ''] = await idsShown(elsewhere);
  await terminal(elsewhere).rows.first().getByRole('button', { name: 'Close' }).click();
  await elsewhere.getByRole('dialog').getByRole('button', { name: 'Close position' }).click();
  await expect(terminal(elsewhere).rowOf(id)).toHaveCount(0);
  await elsewhere.close();
  return id;
}

test('among many open and closed positions a customer finds the wanted ones, and exports all', async ({ page }) => {
  await openTerminal(page);
  const { positions, rows } = terminal(page);
  const csv = positions.getByRole('button', { name: 'Export CSV' });

  // More positions are open than the page renders rows for.
  await expect(rows.first()).toBeVisible();
  const count = Number(/\d+$/.exec(await positions.getByRole('tab', { name: /^Open/ }).innerText())?.[0]);
  expect(count).toBeGreaterThan(100);
  await expect(positions.getByRole('table')).toHaveAttribute('aria-rowcount', String(count + 1));
  const panel = positions.getByRole('tabpanel');
  const last = positions.locator(`[aria-rowindex="${count + 1}"]`);
  await panel.evaluate((element) => (element.scrollTop = element.scrollHeight));
  await expect(last).toBeInViewport();
  await expect(last.locator('[data-live="profit"]')).toHaveText(/\d/);
  const open = await savedText(page, () => csv.click());
  expect(open.name).toMatch(/^open-positions-\d{4}-\d\d-\d\d\.csv$/);
  expect(linesOf(open.text)).toHaveLength(count + 1);

  // Pages go from the newest to the oldest position, and back.
  await positions.getByRole('tab', { name: 'History' }).click();
  await expect(rows).toHaveCount(50);
  const pager = positions.getByRole('navigation', { name: 'History pages' });
  const press = (name: string) => pager.getByRole('button', { name }).click();
  const range = pager.getByRole('status');
  await expect(range).toHaveText(/^1–50 of \d+$/);
  const total = Number(((await range.textContent()) ?? '').split(' of ')[1]);
  expect(total).toBeGreaterThanOrEqual(everydayCrowd.closed);
  const first = await idsShown(page);
  await press('Next page');
  await expect(range).toHaveText(`51–100 of ${total}`);
  await expect.poll(async () => (await idsShown(page)).filter((id) => first.includes(id))).toEqual([]);
  await expect(rows).toHaveCount(50);
  await press('Last page');
  await expect(range).toHaveText(lastOf(total));
  await expect(rows).toHaveCount(((total - 1) % 50) + 1);
  await press('First page');
  await expect.poll(() => idsShown(page)).toEqual(first);

  // The first page picks up the newly closed position.
  const id = await closeElsewhere(page);
  await expect(rows.first()).toHaveAttribute('data-position', id);
  await expect(range).toHaveText(`1–50 of ${total + 1}`);

  // Sorting applies to the whole history, not only to the page.
  await headOf(page, 'Profit').getByRole('button').click();
  await expect(headOf(page, 'Profit')).toHaveAttribute('aria-sort', 'descending');
  await expect(page.locator('table[aria-busy="false"]')).toBeVisible();
  const near = (await textsOf(page, 'profit')).map(valueOf);
  await press('Last page');
  await expect(range).toHaveText(lastOf(total + 1));
  await expect(page.locator('table[aria-busy="false"]')).toBeVisible();
  const far = (await textsOf(page, 'profit')).map(valueOf);
  expect(isInOrder([...near, ...far], 'descending')).toBe(true);
  expect(far.at(-1)).not.toBe(near[0]);

  const whole = await savedText(page, () => csv.click());
  expect(whole.name).toMatch(/^history-\d{4}-\d\d-\d\d\.csv$/);
  const [head = [], ...saved] = linesOf(whole.text);
  const column = (of: string) => saved.map((row) => row[head.indexOf(of)] ?? '');
  expect(new Set(column('id')).size).toBe(total + 1);
  expect(saved).toHaveLength(total + 1);
  expect(isInOrder(column('close_date'), 'ascending')).toBe(true);
  expect(column('id').at(-1)).toBe(id);
  expect(column('closingReason').at(-1)).toBe('Manually');

  await expectNoFaults(page, 'section[aria-label="Positions"]');
  await page.setViewportSize({ width: 360, height: 740 });
  await positions.getByRole('tab', { name: 'Open positions' }).click();
  await expect(positions.getByLabel('Sort by')).toBeVisible();
  await expect(rows.first().locator('[data-live="profit"]')).toHaveText(/\d/);
  await expectNoFaults(page, 'section[aria-label="Positions"]');
});
