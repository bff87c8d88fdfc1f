import { expect, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { applyServerTime } from '../../../../src/stores/realtime/api-server.ts';
import type { FakeSocket } from '../../../support/component/fake-socket.ts';
import { currentRow, shippedAssets } from '../../../support/component/market.tsx';
import { prices, terminal, test } from '../../../support/component/shown-terminal.tsx';

const limitMs = 15_000;
const pingMs = 5_000;

/** Options for a symbol that has no price in any test of this file. The page remembers quotes from earlier tests. */
const neverQuoted = (symbol: string) => ({
  ...{ symbol, listed: shippedAssets },
  quoted: { ...prices, [symbol]: { buy: 0, sell: 0, age_ms: null } },
});

/** Stops only the clocks that tell the page how old a price is: animation frames and the test's own waits continue. */
function stopTheClock() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.setSystemTime('2026-03-02T10:00:00.000Z');
}

/** Lets time pass while the server pings. */
function pass(ms: number, connections: readonly FakeSocket[]) {
  for (let left = ms; left > 0; left -= pingMs) {
    for (const connection of connections) connection.io.tell('ping');
    vi.advanceTimersByTime(Math.min(left, pingMs));
  }
}

test('a price without updates locks both sides within a second of the limit, and says since when', async ({
  showTerminal,
}) => {
  stopTheClock();
  const { connection, priceConnection } = await showTerminal({ symbol: 'ETHUSD', quoteMaxAgeMs: limitMs });
  const { ticket, market } = terminal();
  const buy = ticket.getByRole('button', { name: /^Buy/ });
  const sell = ticket.getByRole('button', { name: /^Sell/ });
  await expect.element(buy).toBeEnabled();
  // Waiting for elements also advances the fake clock.
  pass(limitMs - 1_000, [connection, priceConnection]);
  priceConnection.tell('prices', { BTCUSD: { buy: 60_110, sell: 60_100 } });
  // Once this price is on the screen, prices that the last sweep marked as stale would be, too.
  await expect.element(market.getByCss('[data-cell="sell"]').first()).toHaveTextContent('60,100.00');
  await expect.element(buy).toBeEnabled();
  pass(1_800, [connection, priceConnection]);
  await expect.element(ticket.getByText('Temporarily unavailable')).toBeVisible();
  await expect.element(ticket.getByText(/^No price since 10:00:0\d UTC$/)).toBeVisible();
  await expect.element(buy).not.toBeInTheDocument();
  await expect.element(sell).not.toBeInTheDocument();
  await expect.element(currentRow().getByCss('[data-cell="change"]')).toMatchTextContent(/^1[5-8] s$/);
  pass(5_000, [connection, priceConnection]);
  await expect.element(currentRow().getByCss('[data-cell="change"]')).toMatchTextContent(/^2\d s$/);
  priceConnection.tell('prices', { ETHUSD: { buy: 3_003, sell: 3_001 } });
  await expect.element(buy).toBeEnabled();
  await expect.element(ticket.getByText(/^No price since/)).not.toBeInTheDocument();
});

test('an asset without a price cannot be traded', async ({ showTerminal }) => {
  await showTerminal(neverQuoted('USDJPY'));
  const { ticket } = terminal();
  await expect.element(ticket.getByText('Temporarily unavailable')).toBeVisible();
  await expect.element(ticket.getByText('No price yet')).toBeVisible();
  await expect.element(currentRow()).toHaveAttribute('data-unpriced');
});

test('an asset already silent when the page loads cannot be traded, by the age from the server', async ({
  showTerminal,
}) => {
  const silent = { ...prices, ETHUSD: { buy: 3_002, sell: 3_000, age_ms: 5_000 } };
  await showTerminal({ symbol: 'ETHUSD', quoted: silent, quoteMaxAgeMs: 3_000 });
  const { ticket } = terminal();
  await expect.element(ticket.getByText('Temporarily unavailable')).toBeVisible();
  await expect.element(ticket.getByText(/^No price since \d\d:\d\d:\d\d UTC$/)).toBeVisible();
  await expect.element(currentRow().getByCss('[data-cell="sell"]')).toMatchTextContent(/\d/);
  await expect.element(currentRow().getByCss('[data-cell="sell"]')).toHaveAttribute('data-stale');
});

test("a browser whose clock is hours ahead can trade, and shows the server's time", async ({
  showTerminal,
  server,
}) => {
  stopTheClock();
  const aheadMs = 3 * 3_600_000;
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const answer = await server.fetch(input, init);
    answer.headers.set('date', new Date(Date.now() - aheadMs).toUTCString());
    return answer;
  });
  onTestFinished(() => applyServerTime(new Date().toUTCString()));
  const silent = { ...prices, ETHUSD: { buy: 3_002, sell: 3_000, age_ms: 20_000 } };
  await showTerminal({ quoted: silent });
  const { ticket, market } = terminal();
  await expect.element(ticket.getByRole('button', { name: /^Buy/ })).toBeEnabled();
  await market.getByRole('link', { name: 'ETHUSD' }).click();
  await expect.element(ticket.getByText(/^No price since 06:59:[345]\d UTC$/)).toBeVisible();
});

test('on a phone the bar at the bottom locks as well', async ({ showTerminal }) => {
  await page.viewport(360, 740);
  await showTerminal(neverQuoted('XAUUSD'));
  await expect.element(page.getByText('Temporarily unavailable')).toBeVisible();
  await expect.element(page.getByText('No price yet')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Buy/ })).not.toBeInTheDocument();
});
