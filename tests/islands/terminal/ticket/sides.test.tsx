import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aCustomer } from '../../../support/component/component-test.tsx';
import { terminal, test } from '../../../support/component/shown-terminal.tsx';
import { quoted } from '../../../support/component/trading.tsx';

// How the side buttons depend on the price, the width of the screen, and what the account may trade.

for (const [where, width] of [
  ['beside the chart', 1440],
  ['on the bar of a phone', 360],
] as const) {
  test(`${where}, a price of zero on one side removes both buttons until it is back, and the focus stays there`, async ({
    showTerminal,
  }) => {
    if (width === 360) await page.viewport(360, 800);
    const { priceConnection } = await showTerminal();
    const [zero, good] = [quoted(0), quoted(60_010)];
    priceConnection.tell('prices', zero);
    const group = page.getByRole('group', { name: 'New trade' });
    const sides = group.getByRole('button', { name: /^(Buy|Sell)/ });
    const unavailable = group.getByRole('status').getByText('Temporarily unavailable');
    await expect.element(unavailable).toBeVisible();
    await expect.element(sides).not.toBeInTheDocument();
    priceConnection.tell('prices', good);
    await expect.poll(() => sides.elements()).toHaveLength(2);
    await expect.element(unavailable).not.toBeInTheDocument();
    (sides.last().element() as HTMLElement).focus();
    priceConnection.tell('prices', zero);
    await expect.element(unavailable).toBeVisible();
    await expect.element(group).toHaveFocus();
    priceConnection.tell('prices', good);
    await expect.poll(() => sides.elements()).toHaveLength(2);
    await expect.element(group).toHaveFocus();
    await userEvent.tab();
    await expect.element(sides.first()).toHaveFocus();
  });
}

test('a sheet closed by a wide screen does not reopen on a narrow one', async ({ showTerminal }) => {
  await page.viewport(360, 740);
  await showTerminal();
  const buy = page.getByRole('button', { name: /^Buy/ });
  await buy.click();
  const sheet = page.getByRole('dialog');
  await expect.element(sheet).toBeVisible();
  await page.viewport(1440, 800);
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(terminal().ticket).toBeVisible();
  await page.viewport(360, 740);
  await expect.element(terminal().ticket).not.toBeInTheDocument();
  await expect.element(buy).toBeVisible();
  await expect.element(sheet).not.toBeInTheDocument();
});

test('an unverified account is told to verify, not to press a side', async ({ showTerminal }) => {
  const { connection } = await showTerminal();
  const { market, positions } = terminal();
  await expect.element(positions.getByText('select Sell or Buy')).toBeVisible();
  connection.tell('user', { ...aCustomer, verified_account: 0 });
  await expect.element(positions.getByText('Verify your account to trade')).toBeVisible();
  await expect.element(positions.getByText('select Sell or Buy')).not.toBeInTheDocument();
  // A mark on every row would say nothing.
  await expect.element(market.getByRole('img', { name: 'You have no access' })).not.toBeInTheDocument();
});

test('assets without access are marked in the list, and mentioned in the empty table', async ({ showTerminal }) => {
  const { connection } = await showTerminal();
  connection.tell('user', { ...aCustomer, assets_group_permission: [3] });
  const { market, positions } = terminal();
  const markOf = (symbol: string) =>
    market.getByRole('listitem').filter({ hasText: symbol }).getByRole('img', { name: 'You have no access' });
  await expect.element(positions.getByText('select Sell or Buy')).toBeVisible();
  await expect.element(markOf('EURUSD')).toBeInTheDocument();
  await expect.element(markOf('BTCUSD')).not.toBeInTheDocument();
  await expect
    .element(market.getByRole('link', { name: 'EURUSD' }))
    .toHaveAccessibleDescription('Euro / US dollar. You have no access');
  await market.getByRole('searchbox').fill('eurusd');
  await userEvent.keyboard('{Enter}');
  await expect.element(positions.getByText('Choose one without a lock')).toBeVisible();
});
