import type { Page } from '@playwright/test';
import { seedAssets } from '../../../src/server/seed/asset-list.ts';
import { exactFigure } from '../../support/exact-figures.ts';
import { expectNoFaults } from '../accessibility.ts';
import { expectTerminalReady, minorIn, openTerminal, terminal } from '../customer.ts';
import { expect, fewPositions, test } from './crowded-test.ts';
import { idsShown } from './table-reader.ts';

test.use({ crowd: fewPositions, viewport: { width: 1440, height: 1000 } });

const { referenceRate } = seedAssets.find(({ symbol }) => symbol === 'BTCUSD')!;
/** The market of this server falls to this level every few seconds. */
const stopLoss = (referenceRate * 0.9993).toFixed(2);

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const openTab = (page: Page) => terminal(page).positions.getByRole('tab', { name: 'Open positions' });

/** The number of open positions according to the tab's label. */
const countOf = async (page: Page) => Number(/\d+$/.exec(await openTab(page).innerText())?.[0]);

/** Opens a position and waits until it is at the top in both tabs; returns its id. */
async function open([page, other]: readonly [Page, Page], side: 'Buy' | 'Sell', amount: string): Promise<string> {
  const [before = ''] = await idsShown(page);
  const { ticket } = terminal(page);
  const count = await countOf(page);
  await ticket.getByLabel('Amount').fill(amount);
  await ticket.getByRole('button', { name: new RegExp(`^${side}`) }).click();
  for (const tab of [page, other]) {
    await expect(openTab(tab)).toContainText(String(count + 1));
    await expect(terminal(tab).rows.first()).not.toHaveAttribute('data-position', before);
  }
  expect(await idsShown(other)).toEqual(await idsShown(page));
  return (await idsShown(page))[0] ?? '';
}

async function setStopLoss(page: Page, id: string): Promise<void> {
  const row = terminal(page).rowOf(id);
  const input = row.getByRole('textbox');
  // The server refuses the level while the price is at or below it, so this is retried.
  await expect(async () => {
    if ((await input.count()) === 0) await row.getByRole('button', { name: /^Set Stop/ }).click({ timeout: 1_000 });
    await input.fill(stopLoss, { timeout: 1_000 });
    await page.keyboard.press('Enter');
    await expect(input).toHaveCount(0, { timeout: 2_000 });
  }).toPass();
}

test('two tabs agree on what a customer opens, changes and closes, and on what the market closes', async ({ page }) => {
  await openTerminal(page);
  const other = await page.context().newPage();
  await other.goto('/platform/BTCUSD');
  await expectTerminalReady(other);
  const [here, there] = [terminal(page), terminal(other)];
  await expect(here.rows.first()).toBeVisible();
  await expect.poll(() => idsShown(other)).toEqual(await idsShown(page));

  const id = await open([page, other], 'Sell', '50');
  await here
    .rowOf(id)
    .getByRole('button', { name: /Take profit for/ })
    .click();
  await here.rowOf(id).getByRole('textbox').fill('1000');
  await page.keyboard.press('Enter');
  await expect(there.rowOf(id).locator('[data-column="takeProfit"]')).toContainText('1,000.00');

  // If a position is closed elsewhere, the open dialog that asks whether to close it disappears.
  await here.rowOf(id).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog', { name: /^Close / })).toBeVisible();
  await there.rowOf(id).getByRole('button', { name: 'Close' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Close position' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText(/ has already closed\. See your history for details\.$/)).toBeVisible();
  await expect(openTab(page)).toBeFocused();
  await expect(here.rowOf(id)).toHaveCount(0);
  await expect.poll(async () => (await minorIn(here.balance)) === (await minorIn(there.balance))).toBe(true);

  // A close by the server is announced in every tab.
  const stopped = await open([page, other], 'Buy', '100');
  await setStopLoss(page, stopped);
  const said = /^BTCUSD closed \(Stop Loss\): -€\d+\.\d\d$/;
  await Promise.all([page, other].map((tab) => expect(toasts(tab).getByText(said)).toBeVisible({ timeout: 40_000 })));
  await expect(here.rowOf(stopped)).toHaveCount(0);
  await other.close();

  // A tab that is opened later gets no message: the history has the position, with its level and the quote that reached
  // it.
  await page.reload();
  await here.positions.getByRole('tab', { name: 'History' }).click();
  await expect(here.rowOf(stopped).locator('[data-column="reason"]')).toHaveText('Stop Loss');
  await expect(here.rowOf(id).locator('[data-column="reason"]')).toHaveText('Manually');
  await expect(toasts(page).getByText(/closed \(/)).toHaveCount(0);
  await here.rowOf(stopped).getByRole('button', { name: 'Receipt for BTCUSD' }).click();
  const receipt = page.getByRole('dialog', { name: 'Receipt for BTCUSD' });
  const sentence = receipt.getByText(
    /^The price reached your stop loss at [\d,.]+\. The first quote at or beyond it: bid [\d,.]+\.$/,
  );
  const [told = 0n, reached = 0n] = ((await sentence.textContent()) ?? '').split('The first quote').map(exactFigure);
  expect(told).toBe(exactFigure(stopLoss));
  expect(reached).toBeLessThanOrEqual(told);
  const fills = await receipt
    .getByRole('row', { name: /^Fill price/ })
    .getByRole('cell')
    .allInnerTexts();
  expect(fills.map(exactFigure)).toContain(reached);
  await expect(receipt).not.toContainText('had jumped');
  await expectNoFaults(page, 'dialog');
});
