import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Position } from '../../../../src/lib/contract/entities.ts';
import { currentRow, search, shippedAssets, shippedPrices } from '../../../support/component/market.tsx';
import { shown, symbolsShown } from '../../../support/component/market.tsx';
import { removeIsland } from '../../../support/component/show-island.ts';
import { aPosition, terminal, test as base } from '../../../support/component/shown-terminal.tsx';

const test = base.extend('openMarket', ({ showTerminal }) => async (open: Position[] = []) => {
  const connections = await showTerminal({ listed: shippedAssets, quoted: shippedPrices, positions: { open } });
  await expect.element(currentRow().getByRole('link')).toHaveTextContent('BTCUSD');
  return connections;
});

test('a slash focuses the search from anywhere, arrows move through the results, Enter opens, Escape leaves', async ({
  openMarket,
}) => {
  await openMarket();
  const before = terminal().positions.getByRole('tab', { name: 'Open positions' });
  await before.click();
  await userEvent.keyboard('/');
  await expect.element(search()).toHaveFocus();
  await userEvent.keyboard('usd');
  await expect.poll(() => symbolsShown()[0]).toMatch(/^USD/);
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(shown().first()).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(shown().nth(1)).toHaveFocus();
  const chosen = symbolsShown()[1] ?? '';
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.pathname).toBe(`/platform/${chosen}`);
  await userEvent.keyboard('{Escape}');
  await expect.element(search()).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(search()).toHaveValue('');
  await expect.element(before).toHaveFocus();
});

test('Enter in the search opens the best match, if there is one', async ({ openMarket }) => {
  await openMarket();
  await userEvent.keyboard('/');
  await userEvent.keyboard('zzz');
  await expect.element(terminal().market.getByText('No matches.')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  expect(location.pathname).toBe('/platform/BTCUSD');
  await search().fill('eur/us');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.pathname).toBe('/platform/EURUSD');
  await expect.element(search()).toHaveValue('');
  await expect.element(currentRow()).toBeInViewport();
  await expect.element(currentRow().getByRole('link')).toHaveTextContent('EURUSD');
});

test('a slash is text in a field and ignored behind a dialog, and the shortcut can be switched off', async ({
  openMarket,
}) => {
  const position = aPosition();
  await openMarket([position]);
  const amount = terminal().ticket.getByLabelText('Amount');
  await amount.fill('');
  await userEvent.keyboard('/');
  await expect.element(amount).toHaveValue('/');
  await expect.element(amount).toHaveFocus();
  await terminal().rowOf(position.id).getByRole('button', { name: 'Close' }).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('/');
  await expect.element(search()).not.toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  const key = () => terminal().market.getByRole('button', { name: 'Use keyboard shortcuts' });
  await key().click();
  await expect.element(key()).toHaveAttribute('aria-pressed', 'false');
  await userEvent.keyboard('/');
  await expect.element(search()).not.toHaveFocus();
  removeIsland();
  await openMarket();
  await expect.element(key()).toHaveAttribute('aria-pressed', 'false');
});

test('an arrow key right after typing moves to the results of what was typed', async ({ openMarket }) => {
  await openMarket();
  const field = search().element() as HTMLInputElement;
  field.focus();
  // Bypasses React's setter, as typing does. Both events in one tick, so that nothing is drawn between them.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'gold');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
  await expect.poll(symbolsShown).toEqual(['XAUUSD']);
  await expect.element(shown()).toHaveFocus();
});

test('an unknown asset is reported, with the most similar ones and the list', async ({ showTerminal }) => {
  await showTerminal({ symbol: 'EURSUD', listed: shippedAssets, quoted: shippedPrices });
  const { market, chart, ticket } = terminal();
  await expect.element(page.getByRole('heading', { name: "EURSUD isn't available" })).toBeVisible();
  await expect.element(ticket).not.toBeInTheDocument();
  await expect.element(market.getByCss('[data-cell="sell"]').first()).toMatchTextContent(/\d/);
  await page.getByRole('button', { name: 'Go to EURUSD' }).click();
  await expect.element(chart.getByRole('heading', { name: 'EURUSD' })).toBeVisible();
  await expect.element(currentRow().getByRole('link')).toHaveTextContent('EURUSD');
  expect(location.pathname).toBe('/platform/EURUSD');
});

test('a hostile symbol is shown as plain text', async ({ showTerminal }) => {
  await showTerminal({ symbol: '<SCRIPT>ALERT(1)' });
  await expect.element(page.getByRole('heading', { name: "<SCRIPT>ALERT(1) isn't available" })).toBeVisible();
  await page.getByRole('button', { name: 'Go to BTCUSD' }).click();
  await expect.element(terminal().chart.getByRole('heading', { name: 'BTCUSD' })).toBeVisible();
});
