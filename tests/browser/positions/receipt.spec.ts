import type { Locator, Page } from '@playwright/test';
import { exactFigure, one } from '../../support/exact-figures.ts';
import { expectNoFaults } from '../accessibility.ts';
import { minorIn, openTerminal, terminal } from '../customer.ts';
import { tabTo } from '../keyboard.ts';
import { expect, fewPositions, test } from './crowded-test.ts';
import { idsShown } from './table-reader.ts';

test.use({
  ...{ crowd: fewPositions, viewport: { width: 1440, height: 1000 } },
  contextOptions: { reducedMotion: 'reduce' },
});

type Side = 'Buy' | 'Sell';

/** Opens a position of BTCUSD with leverage 10 and closes it again; returns its id. */
async function openAndClose(page: Page, side: Side, amount: string): Promise<string> {
  const { ticket, positions, rows, rowOf } = terminal(page);
  await positions.getByRole('tab', { name: 'Open positions' }).click();
  await expect(rows.first()).toBeVisible();
  const [before = ''] = await idsShown(page);
  await ticket.getByLabel('Amount').fill(amount);
  await ticket.getByText('10×', { exact: true }).click();
  await ticket.getByRole('button', { name: new RegExp(`^${side}`) }).click();
  await expect(rows.first()).not.toHaveAttribute('data-position', before);
  const [id = ''] = await idsShown(page);
  await rowOf(id).getByRole('button', { name: 'Close' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close position' }).click();
  await expect(rowOf(id)).toHaveCount(0);
  return id;
}

/** The cells of a row, without its name. */
async function figuresOf(receipt: Locator, name: RegExp): Promise<bigint[]> {
  const cells = await receipt.getByRole('row', { name }).getByRole('cell').allInnerTexts();
  return cells.map(exactFigure);
}

const magnitude = (value: bigint) => (value < 0n ? -value : value);

/** Recomputes the receipt from the quotes to the cent. `shown` is the profit in the history, in minor units. */
async function checkFigures(receipt: Locator, side: Side, shown: number): Promise<void> {
  const [bids, asks] = [await figuresOf(receipt, /^Bid/), await figuresOf(receipt, /^Ask/)];
  expect(await figuresOf(receipt, /^Quoted spread/)).toEqual(asks.map((ask, index) => ask - bids[index]!));
  const [openRate = 0n, closedRate = 0n] = await figuresOf(receipt, /^Fill price/);
  const [opening, factor] = side === 'Buy' ? [asks[0]!, 100_025n] : [bids[0]!, 99_975n];
  // Rates have ten digits, which is five decimals above 10,000.
  expect(magnitude(openRate * 100_000n - opening * factor)).toBeLessThanOrEqual((one / 100_000n / 2n) * 100_000n);
  expect(closedRate).toBe(side === 'Buy' ? bids[1] : asks[1]);
  const [gained = 0n] = await figuresOf(receipt, /^(Close|Open) price −/);
  expect(gained).toBe(side === 'Buy' ? closedRate - openRate : openRate - closedRate);
  const [product = 0n] = await figuresOf(receipt, /^× amount/);
  expect(product * 100n).toBe(gained * 123_456n * 10n);
  const [quotient = 0n] = await figuresOf(receipt, /^÷ open price/);
  // The receipt truncates the quotient after eight decimals.
  expect(magnitude(product * one - quotient * openRate)).toBeLessThan(openRate * (one / 100_000_000n));
  const [rounded = 0n] = await figuresOf(receipt, /^Rounded to the nearest cent/);
  expect(magnitude(quotient - rounded)).toBeLessThanOrEqual(one / 200n);
  expect(await figuresOf(receipt, /^Profit/)).toEqual([rounded]);
  expect(rounded).toBe((BigInt(shown) * one) / 100n);
}

async function countSheets(page: Page, format: 'A4' | 'A6'): Promise<number | undefined> {
  return (await page.pdf({ format })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length;
}

test('a customer checks the receipts of closed positions, copies and prints one', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openTerminal(page);
  const { positions, rowOf } = terminal(page);
  const receipt = page.getByRole('dialog', { name: 'Receipt for BTCUSD' });
  for (const side of ['Buy', 'Sell'] as const) {
    const id = await openAndClose(page, side, '1234.56');
    await positions.getByRole('tab', { name: 'History' }).click();
    const shown = await minorIn(rowOf(id).locator('[data-column="profit"]'));
    const button = rowOf(id).getByRole('button', { name: 'Receipt for BTCUSD' });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(receipt).toContainText('Profit calculation');
    await checkFigures(receipt, side, shown);

    if (side === 'Sell') break;
    await page.keyboard.press('Escape');
    await expect(receipt).toHaveCount(0);
    await expect(button).toBeFocused();
  }

  await receipt.getByRole('button', { name: 'Copy' }).click();
  await expect(receipt.getByText('Receipt copied.')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^Receipt for BTCUSD\n/);
  expect(copied).toContain((await idsShown(page))[0]);
  expect(copied).toMatch(/\nBid\t[\d,.]+\t[\d,.]+\n/);

  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await receipt.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(false);
    await expectNoFaults(page, 'dialog');
    // Prints the whole receipt, without a blank sheet at the end.
    expect([await countSheets(page, 'A4'), await countSheets(page, 'A6')]).toEqual([1, 2]);
  }
  await page.emulateMedia({ media: 'print' });
  await expect(receipt.getByRole('heading', { name: 'Receipt for BTCUSD' })).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(receipt.getByRole('button', { name: 'Copy' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await tabTo(page, receipt.getByRole('button', { name: 'Done' }));
  await page.keyboard.press('Enter');
  await expect(receipt).toHaveCount(0);
});
