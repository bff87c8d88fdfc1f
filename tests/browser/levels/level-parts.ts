import type { Locator, Page } from '@playwright/test';
import { terminal } from '../customer.ts';
import { expect } from '../product-test.ts';

// The market moves by parts of a percent while a test runs: these are out of its reach.
export const far = { below: '1000', above: '900000' };

/** Opens a position and returns its row. */
export async function open(page: Page, side: 'Buy' | 'Sell'): Promise<Locator> {
  const { ticket, rows, rowOf } = terminal(page);
  const ids = () => rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-position')));
  const before = await ids();
  await ticket.getByLabel('Amount').fill('10');
  await ticket.getByRole('button', { name: new RegExp(`^${side}`) }).click();
  await expect(rows).toHaveCount(before.length + 1);
  const row = rowOf((await ids()).find((id) => id !== null && !before.includes(id)) ?? '');
  // Its columns take their widths with its first price.
  await expect(row.locator('[data-live="profit"]')).toHaveText(/€/);
  return row;
}

/** The parts of a level's cell. */
export function cellOf(row: Locator, level: 'Stop loss' | 'Take profit') {
  const cell = row.locator(level === 'Stop loss' ? '[data-column="stopLoss"]' : '[data-column="takeProfit"]');
  return {
    button: cell.getByRole('button', { name: new RegExp(`${level} of BTCUSD`) }),
    input: cell.getByRole('textbox', { name: `${level} of BTCUSD` }),
    message: cell.locator('[aria-live="polite"]'),
    remove: cell.getByRole('button', { name: 'Remove' }),
    save: cell.getByRole('button', { name: 'Save' }),
  };
}

/** The form is gone. The focus is back before that: who pressed its button in between would press one that is still open. */
export async function expectShut(cell: ReturnType<typeof cellOf>): Promise<void> {
  await expect(cell.input).toHaveCount(0);
  await expect(cell.button).toHaveAttribute('aria-expanded', 'false');
}
