import type { Page } from '@playwright/test';
import { valueOf } from '../../support/table-values.ts';
import { expectNoFaultsInBothThemes } from '../accessibility.ts';
import { minorIn, openTerminal, terminal } from '../customer.ts';
import { expect, test } from '../product-test.ts';
import { textsOf } from './table-reader.ts';

test.use({ viewport: { width: 1440, height: 900 } });

/** Waits until a column of the history shows this text in every row; returns the number of rows. */
async function expectOnly(page: Page, column: string, text: string): Promise<number> {
  await expect.poll(async () => [...new Set(await textsOf(page, column))]).toEqual([text]);
  return terminal(page).rows.count();
}

const isoDay = (time: string | number) => new Date(typeof time === 'number' ? time : NaN).toISOString().slice(0, 10);

test('a customer narrows the history, and sees what trading made', async ({ page }) => {
  await openTerminal(page);
  const { positions, rows } = terminal(page);
  await positions.getByRole('tab', { name: 'History' }).click();
  await expect(rows.first()).toBeVisible();
  const total = await rows.count();
  const profits = (await textsOf(page, 'profit')).map((text) => Number(valueOf(text)));
  const [symbols, closed] = [await textsOf(page, 'symbol'), (await textsOf(page, 'closed')).map(valueOf)];
  const reasons = await textsOf(page, 'reason');

  await positions.getByRole('button', { name: 'Filter' }).click();
  const filter = positions.getByRole('search', { name: 'Filter the history' });
  await filter.getByLabel('Symbol').selectOption('ETHUSD');
  expect(await expectOnly(page, 'symbol', 'ETHUSD')).toBe(symbols.filter((symbol) => symbol === 'ETHUSD').length);
  await filter.getByLabel('Close reason').selectOption('Low Margin');
  await expect(positions.getByText('No closed positions match these filters.')).toBeVisible();
  await filter.getByLabel('Symbol').selectOption('All');
  await filter.getByLabel('Close reason').selectOption('AI Trade');
  expect(await expectOnly(page, 'reason', 'AI Trade')).toBe(reasons.filter((reason) => reason === 'AI Trade').length);
  await filter.getByRole('button', { name: 'Clear' }).click();
  await expect(rows).toHaveCount(total);
  const lastDay = isoDay(closed[0] ?? '');
  await filter.getByLabel('From').fill(lastDay);
  await expect(rows).toHaveCount(closed.filter((time) => isoDay(time) === lastDay).length);
  await expect(positions.getByRole('button', { name: 'Filter 1 active' })).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'section[aria-label="Positions"]');

  await positions.getByRole('tab', { name: 'Performance' }).click();
  await positions.getByRole('radio', { name: 'All time' }).check();
  const figure = (name: string) => positions.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
  const wins = profits.filter((profit) => profit > 0).length;
  await expect(figure('Trades')).toContainText(new RegExp(`^Trades${total}${wins} won, `));
  await expect(figure('Win rate')).toContainText(`${Math.round((wins / total) * 10_000) / 100}%`);
  const sum = profits.reduce((all, profit) => all + Math.round(profit * 100), 0);
  expect(await minorIn(positions.getByRole('status').filter({ hasText: 'Realised profit' }))).toBe(sum);
  const curve = positions.getByRole('slider', { name: 'Profit over time' });
  await expect(curve).toHaveAttribute('aria-valuemax', String(total + 1));
  const byAsset = positions.getByRole('table', { name: 'Profit by asset' }).getByRole('row');
  await expect(byAsset).toHaveCount(new Set(symbols).size + 1);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(curve).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'section[aria-label="Positions"]');
});
