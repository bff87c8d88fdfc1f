import { minorIn, openTerminal, terminal } from '../customer.ts';
import { expect, test } from './crowded-test.ts';
import { idsShown } from './table-reader.ts';

test.use({ crowd: { open: 2, closed: 0 } });

test('two tabs of one customer agree: what one opens, changes and closes, the other shows', async ({ page }) => {
  await openTerminal(page);
  const other = await page.context().newPage();
  await openTerminal(other);
  const [here, there] = [terminal(page), terminal(other)];
  await expect(there.rows).toHaveCount(2);

  await here.ticket.getByLabel('Amount').fill('50');
  await here.ticket.getByRole('button', { name: /^Sell/ }).click();
  await expect(there.rows).toHaveCount(3);
  await expect(here.rows).toHaveCount(3);
  expect(await idsShown(other)).toEqual(await idsShown(page));
  const id = (await idsShown(page))[0]!;

  await here
    .rowOf(id)
    .getByRole('button', { name: /Take profit of/ })
    .click();
  await here.rowOf(id).getByRole('textbox').fill('1000');
  await page.keyboard.press('Enter');
  await expect(there.rowOf(id).locator('[data-column="takeProfit"]')).toContainText('1,000.00');

  await there.rowOf(id).getByRole('button', { name: 'Close' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Close position' }).click();
  await expect(here.rowOf(id)).toHaveCount(0);
  await expect.poll(async () => (await minorIn(here.balance)) === (await minorIn(there.balance))).toBe(true);
});

test('the question whether to close shuts when the position is closed elsewhere, and says so', async ({ page }) => {
  await openTerminal(page);
  const other = await page.context().newPage();
  await openTerminal(other);
  await expect(terminal(page).rows.first()).toBeVisible();
  const id = (await idsShown(page))[0]!;
  await terminal(page).rowOf(id).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog', { name: /^Close / })).toBeVisible();

  await terminal(other).rowOf(id).getByRole('button', { name: 'Close' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Close position' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText(/ was closed in the meantime\. The history shows how\.$/)).toBeVisible();
  await expect(terminal(page).positions.getByRole('tab', { name: 'Open positions' })).toBeFocused();
});
