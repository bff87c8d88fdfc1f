import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openPosition } from '../../../../src/lib/contract/endpoints.ts';
import { aCustomer } from '../../../support/component/component-test.tsx';
import { tabTo, typeOver } from '../../../support/component/keyboard.ts';
import { pressEnter, releaseEnter } from '../../../support/component/pointer.ts';
import { terminal, test } from '../../../support/component/shown-terminal.tsx';
import { fillOrders, fold, sentBy } from '../../../support/component/trading.tsx';

const amountForm = 'Enter an amount such as 1250 or 12.50, without thousands separators';

test('every message about the amount, by keyboard', async ({ showTerminal }) => {
  const { connection } = await showTerminal();
  const { ticket } = terminal();
  const amount = ticket.getByLabelText('Amount');
  const invested = ticket.getByRole('row', { name: 'At risk' }).getByRole('cell');
  await tabTo(amount);
  for (const [text, message] of [
    ['', 'Amount is required'],
    ['0.99', 'Minimum €1.00'],
    ['1000000', 'Maximum €5,000.00, your free margin'],
    ['10.005', amountForm],
    ['1,000', amountForm],
    ['ten', amountForm],
  ] as const) {
    await typeOver(text);
    await expect.element(amount).toHaveAccessibleDescription(message);
    await expect.element(amount).toHaveAttribute('aria-invalid', 'true');
    // An amount that cannot be sent must not look as if it could.
    await expect.element(invested).toHaveTextContent('–');
  }
  await tabTo(ticket.getByRole('button', { name: /^Buy/ }));
  await userEvent.keyboard('{Enter}');
  await expect.element(amount).toHaveFocus();
  await typeOver(' 12,50 ');
  await expect.element(amount).toHaveAccessibleDescription('Free margin €5,000.00');
  await userEvent.tab();
  await expect.element(amount).toHaveValue('12,50');
  await expect.element(invested).toHaveTextContent('€12.50');
  expect(sentBy(connection, openPosition)).toEqual([]);
});

test('an amount that was too large is valid once the free margin has grown', async ({ showTerminal }) => {
  const { connection } = await showTerminal();
  const amount = terminal().ticket.getByLabelText('Amount');
  connection.tell('balance', { balance: 5_000, equity: 5_000, freeMargin: 4_500, profit: 0 });
  await amount.fill('4700');
  await expect.element(amount).toHaveAccessibleDescription('Maximum €4,500.00, your free margin');
  connection.tell('balance', { balance: 5_000, equity: 5_000, freeMargin: 5_000, profit: 0 });
  await expect.element(amount).toHaveAccessibleDescription('Free margin €5,000.00');
  await expect.element(amount).toHaveAttribute('aria-invalid', 'false');
});

test('a position needs a leverage, even if the customer may choose none', async ({ showTerminal }) => {
  const { connection } = await showTerminal();
  connection.tell('user', { ...aCustomer, custom_leverage: '{"crypto":[]}' });
  const { ticket } = terminal();
  await expect.element(ticket.getByLabelText('Amount')).toBeVisible();
  await expect.element(ticket.getByRole('radio')).not.toBeInTheDocument();
  await ticket.getByRole('button', { name: /^Buy/ }).click();
  await expect.element(ticket.getByRole('alert')).toHaveTextContent('Leverage is required');
  const choice = ticket.getByRole('group', { name: 'Leverage' });
  await expect.element(choice).toHaveAccessibleDescription('Leverage is required');
  expect(sentBy(connection, openPosition)).toEqual([]);
});

test('levels are sent with their order, and not with the next one', async ({ showTerminal }) => {
  const { connection } = await showTerminal();
  fillOrders(connection);
  const { ticket, rows } = terminal();
  await tabTo(ticket.getByLabelText('Amount'));
  await typeOver('20');
  await tabTo(ticket.getByText(fold));
  await userEvent.keyboard('{Enter}');
  await userEvent.tab();
  await userEvent.keyboard('1,000.50');
  await userEvent.tab();
  await userEvent.keyboard('900000');
  await tabTo(ticket.getByRole('button', { name: /^Buy/ }));
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => rows.elements()).toHaveLength(1);
  await expect.element(rows.first().getByCss('[data-column="stopLoss"]')).toMatchTextContent('1,000.50');
  await expect.element(rows.first().getByCss('[data-column="takeProfit"]')).toMatchTextContent('900,000.00');
  // Amount and leverage stay; the levels belonged to this order.
  await expect.element(ticket.getByLabelText('Amount')).toHaveValue('20');
  for (const level of ['Stop loss', 'Take profit'])
    await expect.element(ticket.getByLabelText(level, { exact: true })).toHaveValue('');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => rows.elements()).toHaveLength(2);
  const levels = sentBy(connection, openPosition).map(({ stop_lost, take_profit }) => [stop_lost, take_profit]);
  expect(levels).toEqual([
    [1000.5, 900_000],
    [null, null],
  ]);
});

test('input survives a visit to the calculator; another asset starts without levels', async ({ showTerminal }) => {
  await showTerminal();
  const { ticket, market } = terminal();
  await ticket.getByText(fold).click();
  const field = ticket.getByLabelText('Stop loss', { exact: true });
  await field.fill('1000');
  await ticket.getByLabelText('Amount').fill('77');
  await ticket.getByRole('tab', { name: 'Calculator' }).click();
  await expect.element(field).not.toBeVisible();
  await ticket.getByRole('tab', { name: 'New trade' }).click();
  await expect.element(field).toHaveValue('1000');
  await market.getByRole('link', { name: 'ETHUSD' }).click();
  await expect.element(page.getByRole('region', { name: 'New trade in ETHUSD' })).toBeVisible();
  await expect.element(field).toHaveValue('');
  await expect.element(ticket.getByLabelText('Amount')).toHaveValue('77');
});

test('a held key sends one order', async ({ showTerminal }) => {
  const { connection } = await showTerminal();
  fillOrders(connection);
  const { ticket, rows } = terminal();
  await tabTo(ticket.getByRole('button', { name: /^Buy/ }));
  await pressEnter();
  await expect.poll(() => rows.elements()).toHaveLength(1);
  for (let repeat = 0; repeat < 3; repeat += 1) await pressEnter({ isRepeat: true });
  await releaseEnter();
  // An order from the held key would have been sent before this one.
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => rows.elements()).toHaveLength(2);
  expect(sentBy(connection, openPosition)).toHaveLength(2);
});
