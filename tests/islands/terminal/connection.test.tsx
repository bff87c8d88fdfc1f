import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { openPosition } from '../../../src/lib/contract/endpoints.ts';
import { acknowledge } from '../../../src/lib/contract/envelope.ts';
import { expectNoFaults } from '../../support/component/accessibility.ts';
import { aPosition, prices, terminal, test } from '../../support/component/shown-terminal.tsx';

/** What the trading screen says and does while its connections are down. */

const lostBar = () => page.getByText(/^Connection lost\./);
const buy = () => terminal().ticket.getByRole('button', { name: /^Buy/ });

test('a lost connection is announced at once, and everything recovers when it is back', async ({ showTerminal }) => {
  const { connection, priceConnection } = await showTerminal({ positions: { open: [aPosition()] } });
  const { ticket, rows } = terminal();
  await ticket.getByLabelText('Amount').fill('120');
  await expect.element(buy()).not.toHaveAttribute('aria-disabled');
  await expect.element(rows).toHaveLength(1);
  connection.drop();
  priceConnection.drop();
  await expect.element(lostBar()).toBeVisible();
  await expect.element(buy()).toHaveAttribute('aria-disabled', 'true');
  await expect.element(rows).toHaveLength(1);
  await expectNoFaults();
  // The screen recovers only when both connections are back: prices and account.
  priceConnection.join();
  await expect.element(lostBar()).toBeVisible();
  connection.join();
  await expect.element(lostBar()).not.toBeInTheDocument();
  await expect.element(buy()).not.toHaveAttribute('aria-disabled');
  await expect.element(ticket.getByLabelText('Amount')).toHaveValue('120');
  await expect.element(rows).toHaveLength(1);
});

test('prices older than the limit are shown as stale while the connection is down', async ({ showTerminal }) => {
  const { connection, priceConnection } = await showTerminal({ quoteMaxAgeMs: 500 });
  const { ticket, market } = terminal();
  connection.drop();
  priceConnection.drop();
  await expect.element(ticket.getByText('Temporarily unavailable').first()).toBeVisible();
  await expect.element(ticket.getByText(/^No price since/)).toBeVisible();
  await expect.element(market.getByCss('[data-current] [data-cell="sell"]')).toHaveAttribute('data-stale');
  await expectNoFaults();
  connection.join();
  priceConnection.join();
  priceConnection.tell('prices', prices);
  await expect.element(buy()).not.toHaveAttribute('aria-disabled');
});

test('an order whose answer is lost is repeated with the same id, and its button waits', async ({ showTerminal }) => {
  const { connection } = await showTerminal();
  const { ticket, rows } = terminal();
  const orders = () => connection.emits.filter(({ event }) => event === openPosition.event);
  await ticket.getByLabelText('Amount').fill('77.50');
  await buy().click();
  await expect.poll(orders).toHaveLength(1);
  connection.drop();
  // The lost connection drops its pending request.
  orders()[0]?.answer(null);
  await expect.element(lostBar()).toBeVisible();
  await expect.element(buy()).toHaveAttribute('aria-busy', 'true');
  connection.join();
  await expect.poll(orders).toHaveLength(2);
  const [first, second] = orders().map(({ payload }) => payload);
  expect(second).toEqual(first);
  expect(first).toMatchObject({ amount: 77.5, request_id: expect.any(String) as string });
  orders()[1]?.answer(acknowledge(aPosition({ amount: 77.5 })));
  await expect.element(rows).toHaveLength(1);
  await expect.element(buy()).not.toHaveAttribute('aria-busy');
});
