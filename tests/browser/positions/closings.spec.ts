import type { Page } from '@playwright/test';
import { seedAssets } from '../../../src/server/seed/asset-list.ts';
import { openTerminal, terminal } from '../customer.ts';
import { expect, test } from './crowded-test.ts';
import { idsShown } from './table-reader.ts';

test.use({ crowd: { open: 0, closed: 0 }, viewport: { width: 1440, height: 900 } });

type Side = 'left' | 'top' | 'bottom';

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });

/** Buys, and sets a stop loss to which the market of this server goes down every few seconds. */
async function buyToBeStopped(page: Page): Promise<string> {
  const { ticket, rows, rowOf } = terminal(page);
  const before = await idsShown(page);
  await ticket.getByLabel('Amount').fill('100');
  await ticket.getByRole('button', { name: /^Buy/ }).click();
  await expect(rows).toHaveCount(before.length + 1);
  const id = (await idsShown(page)).find((each) => !before.includes(each)) ?? '';
  const { referenceRate } = seedAssets.find(({ symbol }) => symbol === 'BTCUSD')!;
  const row = rowOf(id);
  // Where the market is there just now, the level is refused.
  await expect(async () => {
    const { input, button } = {
      input: row.getByRole('textbox'),
      button: row.getByRole('button', { name: /^Set Stop/ }),
    };
    if ((await input.count()) === 0) await button.click({ timeout: 1_000 });
    await input.fill((referenceRate * 0.9993).toFixed(2), { timeout: 1_000 });
    await page.keyboard.press('Enter');
    await expect(input).toHaveCount(0, { timeout: 2_000 });
  }).toPass();
  return id;
}

test('what the server closes is said with its reason, in every tab and not to who comes later', async ({ page }) => {
  await openTerminal(page);
  const other = await page.context().newPage();
  await openTerminal(other);
  await page.bringToFront();
  const id = await buyToBeStopped(page);
  const said = /^BTCUSD closed by Stop Loss: -€\d+\.\d\d$/;
  await Promise.all([page, other].map((tab) => expect(toasts(tab).getByText(said)).toBeVisible({ timeout: 40_000 })));
  await expect(terminal(page).rowOf(id)).toHaveCount(0);

  await page.reload();
  await terminal(page).positions.getByRole('tab', { name: 'History' }).click();
  await expect(terminal(page).rowOf(id).locator('[data-column="reason"]')).toHaveText('Stop Loss');
  await expect(toasts(page).getByText(/closed by/)).toHaveCount(0);
});

test('toasts keep off the ticket and the tables, and the newest two are shown', async ({ page }) => {
  await openTerminal(page);
  const { ticket, chart, rows } = terminal(page);
  const chartBox = (await chart.boundingBox())!;
  const shown = toasts(page).getByRole('status');
  const boxes = () =>
    shown.evaluateAll((all) => all.map((toast) => toast.getBoundingClientRect().toJSON() as Record<Side, number>));
  await expect(async () => {
    const before = await rows.count();
    for (const count of [1, 2, 3]) {
      await ticket.getByLabel('Amount').fill(`1${count}`);
      await ticket.getByRole('button', { name: /^Buy/ }).click();
      await expect(rows).toHaveCount(before + count);
    }
    // They go after three seconds: where the machine took longer for the orders, there are fewer, and it is done again.
    const both = await boxes();
    expect(both).toHaveLength(2);
    for (const box of both) {
      expect(box.left).toBeGreaterThan(chartBox.x);
      expect(box.top).toBeGreaterThan(chartBox.y);
      expect(box.bottom).toBeLessThan(chartBox.y + chartBox.height);
    }
  }).toPass();
});
