import { openTerminal, terminal } from '../customer.ts';
import { expect, test } from '../product-test.ts';

test('the keyboard stays near when a position closes while its asset has the focus', async ({ page, context }) => {
  await openTerminal(page);
  const { ticket, rows } = terminal(page);
  await ticket.getByLabel('Amount').fill('10');
  await ticket.getByRole('button', { name: /^Buy/ }).click();
  const first = rows.first();
  await expect(first).toContainText('€10.00');
  const id = await first.getAttribute('data-position');
  const row = terminal(page).rowOf(id!);
  const other = await context.newPage();
  await openTerminal(other);
  await row.getByRole('rowheader').getByRole('button').focus();
  await terminal(other).rowOf(id!).getByRole('button', { name: 'Close' }).click();
  await other.getByRole('button', { name: 'Close position' }).click();
  await expect(row).toHaveCount(0);
  await expect(terminal(page).positions.getByRole('tab', { name: 'Open positions' })).toBeFocused();
});
