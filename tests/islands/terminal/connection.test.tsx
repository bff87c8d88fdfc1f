import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { getAssets, openPosition } from '../../../src/lib/contract/endpoints.ts';
import { acknowledge } from '../../../src/lib/contract/envelope.ts';
import { $assets } from '../../../src/stores/assets.ts';
import { expectNoFaults } from '../../support/component/accessibility.ts';
import { removeIsland } from '../../support/component/show-island.ts';
import { aPosition, assets, prices, terminal, test } from '../../support/component/shown-terminal.tsx';

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

test('a screen opened while the database is away has the last market list, and says so', async ({
  showTerminal,
  server,
}) => {
  await showTerminal();
  await expect.element(buy()).toBeVisible();
  removeIsland();
  $assets.set({ status: 'loading' });
  const { connection, priceConnection } = await showTerminal({ listed: 'unavailable', isOffline: true });
  priceConnection.join();
  priceConnection.tell('prices', prices);
  // The server refuses the customer's connection as long as it cannot look up the session.
  connection.tell('connect_error', new Error('refused'));
  const { market, chart } = terminal();
  await expect.element(market.getByRole('link', { name: 'EURUSD' })).toBeVisible();
  await expect.element(market.getByCss('[data-current] [data-cell="sell"]')).toHaveTextContent('60,000.00');
  await expect.element(chart.getByRole('heading', { name: 'BTCUSD' })).toBeVisible();
  await expect.element(lostBar()).toBeVisible();
  await expectNoFaults();
  // The list is asked for again at the next connect.
  server.answer(getAssets, assets.slice(0, 2));
  connection.join();
  await expect.element(lostBar()).not.toBeInTheDocument();
  await expect.element(market.getByRole('link', { name: 'EURUSD' })).not.toBeInTheDocument();
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
