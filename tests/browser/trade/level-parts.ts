import type { Locator } from '@playwright/test';

// The market moves by fractions of a percent during a test, so it never reaches these levels.
export const far = { below: '1000', above: '900000' };

export const fold = 'Stop loss and take profit';

/** The error message for a level that is too low. */
export const lowest = /^Can't be lower than [\d,]+\.\d\d$/;
/** The error message for a level that is too high. */
export const highest = /^Can't be higher than [\d,]+\.\d\d$/;

/** The parts of a level's cell. */
export function cellOf(row: Locator, level: 'Stop loss' | 'Take profit') {
  const cell = row.locator(level === 'Stop loss' ? '[data-column="stopLoss"]' : '[data-column="takeProfit"]');
  return {
    cell,
    button: cell.getByRole('button', { name: new RegExp(`${level} for BTCUSD`) }),
    input: cell.getByRole('textbox', { name: `${level} for BTCUSD` }),
    message: cell.locator('[aria-live="polite"]'),
    remove: cell.getByRole('button', { name: 'Remove' }),
    save: cell.getByRole('button', { name: 'Save' }),
  };
}
