import type { Page } from '@playwright/test';
import type { PositionLists } from '../../../src/lib/contract/entities.ts';
import { storageKeys } from '../../../src/lib/contract/session.ts';
import { profitMinor } from '../../../src/lib/trading/profit.ts';
import { toMinor } from '../../../src/lib/money.ts';
import { expectNoFaults } from '../accessibility.ts';
import { expectTerminalReady, minorIn, openTerminal, terminal } from '../customer.ts';
import { expect, test } from '../restartable-test.ts';

/** Buys and returns the id of the row that appears. */
async function buy(page: Page, { amount, leverage }: { amount: string; leverage: number }): Promise<string> {
  const { ticket, positions, rows } = terminal(page);
  await positions.getByRole('tab', { name: 'Open positions' }).click();
  const before = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-position')));
  await ticket.getByLabel('Amount').fill(amount);
  await ticket.getByText(`${leverage}×`, { exact: true }).click();
  await ticket.getByRole('button', { name: /^Buy/ }).click();
  await expect(rows).toHaveCount(before.length + 1);
  const after = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-position')));
  return after.find((id) => id !== null && !before.includes(id)) ?? '';
}

async function close(page: Page, id: string): Promise<void> {
  const { rowOf } = terminal(page);
  await rowOf(id).getByRole('button', { name: 'Close' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close position' }).click();
  await expect(rowOf(id)).toHaveCount(0);
}

/** Reads the account from the server's API. */
async function account(page: Page): Promise<{ balanceMinor: number; positions: PositionLists }> {
  const session = await page.evaluate((key) => localStorage.getItem(key) ?? '{}', storageKeys.session);
  const { access_token } = JSON.parse(session) as { access_token: string };
  const response = await page.request.post('/api/accounts/getBalance', {
    headers: { authorization: `Bearer ${access_token}` },
    data: {},
  });
  const { data } = (await response.json()) as { data: { balance: { balance: number }; positions: PositionLists } };
  return { balanceMinor: toMinor(data.balance.balance), positions: data.positions };
}

async function expectBalance(page: Page, minor: number): Promise<void> {
  await expect.poll(() => minorIn(terminal(page).balance)).toBe(minor);
  expect((await account(page)).balanceMinor).toBe(minor);
}

test('a bought position follows the price, survives a restart and is closed; history, balance and the rule agree to the cent', async ({
  page,
  server,
}) => {
  await openTerminal(page);
  const { balance, positions, rowOf } = terminal(page);
  const before = await minorIn(balance);
  const profitOf = (id: string) => minorIn(rowOf(id).locator('[data-column="profit"]'));

  const first = await buy(page, { amount: '1250.50', leverage: 10 });
  await expect(page.getByText(/^Bought BTCUSD at/)).toBeVisible();
  await expectBalance(page, before);
  const profit = rowOf(first).locator('[data-live="profit"]');
  const shown = await profit.textContent();
  await expect(profit).not.toHaveText(shown ?? '');
  await expectNoFaults(page);

  await close(page, first);
  await positions.getByRole('tab', { name: 'History' }).click();
  const earned = await profitOf(first);
  await expectBalance(page, before + earned);
  await expectNoFaults(page);
  const closed = (await account(page)).positions.history.find((position) => position.id === first);
  if (closed?.closed_rate == null) throw new Error('The position is not in the history');
  const { direction, open_rate: openRate, closed_rate: closeRate, leverage, amount } = closed;
  expect(earned).toBe(profitMinor({ direction, openRate, closeRate, leverage, amountMinor: toMinor(amount) }));

  const kept = await buy(page, { amount: '75.25', leverage: 3 });
  const told = await account(page);
  await server.stop();
  await server.start();
  await page.reload();
  await expectTerminalReady(page);
  const found = await account(page);
  expect(found.positions.history).toEqual(told.positions.history);
  expect(found.positions.open.map(({ id }) => id)).toEqual(told.positions.open.map(({ id }) => id));
  await expectBalance(page, told.balanceMinor);

  await expect(rowOf(kept).locator('[data-live="profit"]')).toHaveText(/\d/);
  await close(page, kept);
  await positions.getByRole('tab', { name: 'History' }).click();
  await expectBalance(page, before + (await profitOf(first)) + (await profitOf(kept)));
});
