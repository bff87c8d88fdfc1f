import { expect, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openPosition } from '../../../../src/lib/contract/endpoints.ts';
import { chartResolutions } from '../../../../src/stores/candles.ts';
import { expectNoFaults } from '../../../support/component/accessibility.ts';
import { aCustomer } from '../../../support/component/component-test.tsx';
import { tabTo } from '../../../support/component/keyboard.ts';
import { acceptOneClick, oneClick } from '../../../support/component/one-click.ts';
import { removeIsland } from '../../../support/component/show-island.ts';
import { aPosition, terminal, test } from '../../../support/component/shown-terminal.tsx';
import { cellOf, expectShut, fillOrders, fold, sentBy } from '../../../support/component/trading.tsx';

/** The screen's keys, and one-click trading. */

const keysDialog = () => page.getByRole('dialog', { name: 'Keyboard shortcuts' });
const side = (name: 'Sell' | 'Buy') => terminal().ticket.getByRole('button', { name: new RegExp(`^${name}`) });
const chartTool = (name: string) => terminal().chart.getByRole('button', { name, exact: true });

/** Presses a key at an instant of the page's clock, in milliseconds. */
function pressAt(key: string, timeMs: number): void {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  Object.defineProperty(event, 'timeStamp', { value: timeMs });
  document.body.dispatchEvent(event);
}

test('? lists the keys, and can turn them off', async ({ showTerminal }) => {
  await showTerminal();
  await expect.element(side('Buy')).toBeVisible();
  await userEvent.keyboard('?');
  await expect.element(keysDialog()).toBeVisible();
  await expectNoFaults();
  // Under the dialog no key is a shortcut.
  await userEvent.keyboard('1');
  const use = keysDialog().getByRole('checkbox', { name: 'Use keyboard shortcuts' });
  await use.click();
  await userEvent.keyboard('{Escape}');
  await expect.element(keysDialog()).not.toBeInTheDocument();
  await expect.element(page.getByRole('radio', { name: '1d', exact: true })).toBeChecked();
  await userEvent.keyboard('?1/b');
  await expect.element(keysDialog()).not.toBeInTheDocument();
  await expect.element(page.getByRole('radio', { name: '1d', exact: true })).toBeChecked();
  await page.getByRole('button', { name: 'Keyboard shortcuts', exact: true }).click();
  await expect.element(use).not.toBeChecked();
  await use.click();
  await userEvent.keyboard('{Escape}');
});

test('the keys choose an interval, a side and an asset, but not while something is typed', async ({ showTerminal }) => {
  const { connection } = await showTerminal();
  await expect.element(side('Buy')).toBeVisible();
  const interval = (name: string) => page.getByRole('radio', { name, exact: true });
  for (const key of [6, 1, 2, 3, 4, 5]) {
    await userEvent.keyboard(String(key));
    await expect.element(interval(chartResolutions[key - 1] ?? '')).toBeChecked();
  }
  await userEvent.keyboard('b');
  await expect.element(side('Buy')).toHaveFocus();
  await userEvent.keyboard('S');
  await expect.element(side('Sell')).toHaveFocus();

  const amount = terminal().ticket.getByLabelText('Amount');
  await amount.click();
  await userEvent.keyboard('1b');
  await expect.element(amount).toHaveFocus();
  await expect.element(interval(chartResolutions[4] ?? '')).toBeChecked();
  await userEvent.keyboard('{Escape}');
  await expect.element(amount).not.toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(terminal().market.getByRole('link', { name: 'BTCUSD' })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(terminal().chart.getByRole('heading', { name: 'ETHUSD' })).toBeVisible();
  // The keys alone send nothing.
  expect(sentBy(connection, openPosition)).toEqual([]);
});

test('one-click trading is off until its warning is accepted, and remembered', async ({ showTerminal }) => {
  await showTerminal();
  await expect.element(oneClick()).not.toBeChecked();
  await oneClick().click();
  const warning = page.getByRole('dialog', { name: 'Turn on one-click trading?' });
  await expect.element(warning).toMatchTextContent(/We won't ask you to confirm/);
  await expect.element(warning.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await expectNoFaults();
  await userEvent.keyboard('{Escape}');
  await expect.element(oneClick()).not.toBeChecked();
  await acceptOneClick();
  await expect.element(oneClick()).toBeChecked();
  removeIsland();
  await showTerminal();
  await expect.element(oneClick()).toBeChecked();
  await oneClick().click();
  await expect.element(oneClick()).not.toBeChecked();
});

test('in one-click trading a key sends the order of the ticket, once, with its levels', async ({ showTerminal }) => {
  const { connection } = await showTerminal();
  fillOrders(connection);
  const { ticket, rows } = terminal();
  await acceptOneClick();
  await ticket.getByLabelText('Amount').fill('25');
  await ticket.getByText('2×', { exact: true }).click();
  await ticket.getByText(fold).click();
  await ticket.getByLabelText('Stop loss', { exact: true }).fill('1000');
  await userEvent.keyboard('{Escape}b');
  await expect.poll(() => rows.elements()).toHaveLength(1);
  expect(sentBy(connection, openPosition)).toMatchObject([
    { symbol: 'BTCUSD', direction: 'buy', amount: 25, leverage: 2, stop_lost: 1000, price: 60_010 },
  ]);
  // While the ticket is out of view, its key sends nothing.
  await ticket.getByRole('tab', { name: 'Calculator' }).click();
  pressAt('s', performance.now() + 1_000);
  await ticket.getByRole('tab', { name: 'New trade' }).click();
  pressAt('s', performance.now() + 1_000);
  await expect.poll(() => rows.elements()).toHaveLength(2);
  expect(sentBy(connection, openPosition).map(({ direction }) => direction)).toEqual(['buy', 'sell']);
});

test('one-click trading is on only for the customer who accepted it', async ({ showTerminal, logIn }) => {
  const { connection } = await showTerminal();
  fillOrders(connection);
  await acceptOneClick();
  await expect.element(oneClick()).toBeChecked();
  logIn({ uniqid: 'another' });
  await expect.element(oneClick()).not.toBeChecked();
  await userEvent.keyboard('b');
  await expect.element(side('Buy')).toHaveFocus();
  expect(sentBy(connection, openPosition)).toEqual([]);
  await oneClick().click();
  await expect.element(page.getByRole('dialog', { name: 'Turn on one-click trading?' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  logIn();
  await expect.element(oneClick()).toBeChecked();
});

test('a key that is hit twice sends one order', async ({ showTerminal }) => {
  const { connection } = await showTerminal();
  fillOrders(connection);
  const { rows } = terminal();
  await acceptOneClick();
  const startMs = performance.now();
  pressAt('b', startMs);
  await expect.poll(() => rows.elements()).toHaveLength(1);
  // The first order is filled, so that its button is free again.
  await expect.element(side('Buy')).not.toHaveAttribute('aria-busy');
  pressAt('b', startMs + 200);
  pressAt('s', startMs + 400);
  pressAt('b', startMs + 1_000);
  await expect.poll(() => rows.elements()).toHaveLength(2);
  expect(sentBy(connection, openPosition).map(({ direction }) => direction)).toEqual(['buy', 'buy']);
});

test('behind a chart that fills the screen no key trades, and only its own keys work', async ({ showTerminal }) => {
  vi.spyOn(document, 'fullscreenEnabled', 'get').mockReturnValue(false);
  const { connection } = await showTerminal();
  fillOrders(connection);
  const { chart, market } = terminal();
  await acceptOneClick();
  await chartTool('Full screen').click();
  await expect.element(chart).toHaveAttribute('data-full');
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('b{ArrowDown}2');
  await expect.element(page.getByRole('radio', { name: '5m', exact: true })).toBeChecked();
  await expect.element(market.getByRole('link', { name: 'BTCUSD' })).not.toHaveFocus();
  expect(sentBy(connection, openPosition)).toEqual([]);
  await userEvent.keyboard('{Escape}b');
  await expect.poll(() => sentBy(connection, openPosition)).toHaveLength(1);
});

test('keys pressed in a popover are its own, except Escape', async ({ showTerminal }) => {
  const position = aPosition();
  const { connection } = await showTerminal({ positions: { open: [position] } });
  await acceptOneClick();
  const cell = cellOf(terminal().rowOf(position.id), 'Stop loss');
  await cell.button.click();
  (cell.save.element() as HTMLElement).focus();
  await userEvent.keyboard('b2?');
  await expect.element(page.getByRole('radio', { name: '1d', exact: true })).toBeChecked();
  await expect.element(keysDialog()).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expectShut(cell);
  expect(sentBy(connection, openPosition)).toEqual([]);
});

test('on a phone in one-click trading the bar sends what its buttons say', async ({ showTerminal }) => {
  await page.viewport(360, 740);
  const { connection } = await showTerminal();
  fillOrders(connection);
  const buy = page.getByRole('button', { name: /^Buy/ });
  const sheet = page.getByRole('dialog', { name: 'Buy BTCUSD' });
  await buy.click();
  await sheet.getByLabelText('Amount').fill('40');
  await acceptOneClick();
  await tabTo(sheet.getByRole('button', { name: 'Close' }), { shift: true });
  await userEvent.keyboard('{Enter}');
  await expect.element(buy).toMatchTextContent(/^Buy €40\.00 5×/);
  await expectNoFaults();
  await buy.click();
  await expect.poll(() => terminal().rows.elements()).toHaveLength(1);
  await expect.element(sheet).not.toBeInTheDocument();
  expect(sentBy(connection, openPosition)).toMatchObject([{ direction: 'buy', amount: 40, leverage: 5 }]);
  // What cannot be sent is shown in the sheet.
  connection.tell('balance', { balance: 30, equity: 30, freeMargin: 30, profit: 0 });
  await expect.element(buy).not.toMatchTextContent(/€40\.00/);
  await buy.click();
  await expect.element(sheet).toBeVisible();
  await userEvent.keyboard('{Escape}');
  connection.tell('user', { ...aCustomer, verified_account: 0 });
  // An account that is not verified is led to what is missing.
  await expect.element(page.getByRole('link', { name: /^Buy/ })).toBeVisible();
  expect(sentBy(connection, openPosition)).toHaveLength(1);
});
