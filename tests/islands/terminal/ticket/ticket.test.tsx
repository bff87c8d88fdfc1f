import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openPosition } from '../../../../src/lib/contract/endpoints.ts';
import { acknowledge } from '../../../../src/lib/contract/envelope.ts';
import { aPosition, terminal, test } from '../../../support/component/shown-terminal.tsx';
import { fold, sentBy } from '../../../support/component/trading.tsx';
import { acceptOneClick } from '../../../support/component/one-click.ts';

test('an order is sent as it was filled in, and its row appears', async ({ showTerminal }) => {
  const { connection } = await showTerminal();
  const { ticket, rows } = terminal();
  await ticket.getByLabelText('Amount').fill('100');
  await ticket.getByRole('button', { name: /^Buy/ }).click();
  await expect.poll(() => connection.emits.map(({ event }) => event)).toContain(openPosition.event);
  const order = connection.emits.find(({ event }) => event === openPosition.event);
  expect(order?.payload).toMatchObject({ symbol: 'BTCUSD', direction: 'buy', amount: 100, price: 60_010 });
  order?.answer(acknowledge(aPosition()));
  await expect.element(rows).toMatchTextContent(/BTCUSD/);
});

const bar = (name: 'Sell' | 'Buy') =>
  page
    .getByRole('group', { name: 'New trade' })
    .first()
    .getByRole('button', { name: new RegExp(`^${name}`) });
const sheet = (title: string) => page.getByRole('dialog', { name: title });

test('a late answer leaves alone the sheet that is open by then', async ({ showTerminal }) => {
  await page.viewport(360, 740);
  const { connection } = await showTerminal();
  await bar('Buy').click();
  await sheet('Buy BTCUSD').getByRole('button', { name: /^Buy/ }).click();
  await expect.poll(() => sentBy(connection, openPosition)).toHaveLength(1);
  await userEvent.keyboard('{Escape}');
  await bar('Sell').click();
  const sell = sheet('Sell BTCUSD');
  await sell.getByText(fold).click();
  const stopLoss = sell.getByLabelText('Stop loss', { exact: true });
  await stopLoss.fill('900000');
  // Until it is known how the first order ended, no other is sent in this asset.
  await expect.element(sell.getByRole('button', { name: /^Sell/ })).toHaveAttribute('aria-disabled', 'true');
  connection.emits.find(({ event }) => event === openPosition.event)?.answer(acknowledge(aPosition()));
  await expect.element(sell.getByRole('button', { name: /^Sell/ })).not.toHaveAttribute('aria-disabled');
  await expect.element(page.getByText(/^Bought BTCUSD/).first()).toBeVisible();
  await expect.element(sell).toBeVisible();
  await expect.element(stopLoss).toHaveValue('900000');
});

test('an order that is being sent holds up its asset everywhere, and no other', async ({ showTerminal }) => {
  await page.viewport(360, 740);
  const { connection } = await showTerminal();
  const sent = () => sentBy(connection, openPosition).map(({ symbol }) => symbol);
  await bar('Buy').click();
  const ticket = sheet('Buy BTCUSD');
  await acceptOneClick();
  await ticket.getByRole('button', { name: /^Buy/ }).click();
  await expect.poll(sent).toEqual(['BTCUSD']);
  await userEvent.keyboard('{Escape}');
  await expect.element(bar('Buy')).toHaveAttribute('aria-busy', 'true');
  await bar('Buy').click();
  await terminal().market.getByText('ETHUSD').click();
  await expect.element(bar('Buy')).not.toHaveAttribute('aria-busy');
  await bar('Buy').click();
  await expect.poll(sent).toEqual(['BTCUSD', 'ETHUSD']);
});
