import { choose, drag, viewOf } from '../chart/chart-parts.ts';
import type { Page } from '@playwright/test';
import type { PositionLists } from '../../../src/lib/contract/entities.ts';
import { storageKeys } from '../../../src/lib/contract/session.ts';
import { openSilentProxy } from '../../support/peers/silent-proxy.ts';
import { expectNoFaults } from '../accessibility.ts';
import { openTerminal, terminal } from '../customer.ts';
import { expect, test } from '../restartable-test.ts';

/** Shorter than the ten seconds after which silence alone reveals a lost connection. */
const atOnce = { timeout: 5_000 };

const lostBar = (page: Page) => page.getByText(/^Connection lost\./);
const buyOf = (page: Page) => terminal(page).ticket.getByRole('button', { name: /^Buy/ });

/**
 * Expects that nothing can be ordered: the button is disabled, and two seconds later a message about the stale price
 * replaces it.
 */
async function expectNoOrders(page: Page): Promise<void> {
  const { ticket } = terminal(page);
  const disabled = ticket.getByRole('button', { name: /^Buy/, disabled: true });
  await expect(disabled.or(ticket.getByText(/^No price since/))).toBeVisible();
  await expect(ticket.getByRole('button', { name: /^Buy/, disabled: false })).toHaveCount(0);
}

/** The amounts of the account's open positions, read directly from the server and not through the page's network. */
async function openAmounts(page: Page, serverUrl: string): Promise<number[]> {
  const session = await page.evaluate((key) => localStorage.getItem(key) ?? '{}', storageKeys.session);
  const { access_token } = JSON.parse(session) as { access_token: string };
  const response = await fetch(`${serverUrl}/api/accounts/getBalance`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  const { data } = (await response.json()) as { data: { positions: PositionLists } };
  return data.positions.open.map(({ amount }) => amount).toSorted((a, b) => a - b);
}

/** The chart's time axis as a picture. The same picture means the same view. */
async function timeAxis(page: Page): Promise<string> {
  const axis = terminal(page).chart.locator('tr').last().locator('canvas').first();
  return axis.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
}

/** Reads until two consecutive results are equal, so that nothing is still moving. */
async function settled(read: () => Promise<string>): Promise<string> {
  let last = await read();
  await expect
    .poll(async () => {
      const before = last;
      last = await read();
      return last === before;
    })
    .toBe(true);
  return last;
}

/** Zooms into the past, where a new bar moves nothing; returns the picture of the time axis. */
async function zoomIntoPast(page: Page): Promise<string> {
  const { chart } = terminal(page);
  const days = await timeAxis(page);
  await choose(page, '1h');
  await expect.poll(() => timeAxis(page)).not.toBe(days);
  const whole = await settled(() => timeAxis(page));
  await chart.hover();
  for (let turns = 0; turns < 10; turns++) await page.mouse.wheel(0, -400);
  await expect.poll(() => timeAxis(page)).not.toBe(whole);
  // Drags further than the empty margin on the right, which is reserved for the tags of positions.
  await drag(page, viewOf(page), { x: 350 });
  await expect(chart.getByRole('button', { name: 'Latest' })).toBeVisible();
  return settled(() => timeAxis(page));
}

test.use({ serverEnv: { QUOTE_MAX_AGE_MS: '2000' } });

test('orders on a breaking connection are executed once; nothing is lost when the server or the network goes away', async ({
  page,
  context,
  server,
}) => {
  const proxy = await openSilentProxy(server.url);
  await openTerminal(page, { address: `${new URL(proxy.url).origin}/platform/BTCUSD` });
  const { ticket, rows, market } = terminal(page);
  const buy = buyOf(page);
  const amount = ticket.getByLabel('Amount');
  await expect(buy).toBeEnabled();

  await test.step('an order that never reached the server', async () => {
    await amount.fill('77.50');
    proxy.fallSilent();
    await buy.click();
    await expect(buy).toHaveAttribute('aria-busy');
    expect(await openAmounts(page, server.url)).toEqual([]);
    proxy.recover();
    proxy.cut();
    await expect(rows).toHaveCount(1);
    await expect(buy).not.toHaveAttribute('aria-busy');
    expect(await openAmounts(page, server.url)).toEqual([77.5]);
  });

  await test.step('an order that reached the server, but whose answer was lost', async () => {
    await amount.fill('55');
    await expect(buy).toBeEnabled();
    proxy.swallowAnswers();
    await buy.click();
    await expect.poll(() => openAmounts(page, server.url)).toEqual([55, 77.5]);
    await expect(buy).toHaveAttribute('aria-busy');
    await expect(rows).toHaveCount(1);
    proxy.cut();
    await expect(rows).toHaveCount(2);
    await expect(buy).not.toHaveAttribute('aria-busy');
    expect(await openAmounts(page, server.url)).toEqual([55, 77.5]);
  });

  await amount.fill('120');
  const view = await zoomIntoPast(page);

  await test.step('a lost network is shown at once, and used at once when it is back', async () => {
    await context.setOffline(true);
    await expect(lostBar(page)).toBeVisible(atOnce);
    await expectNoOrders(page);
    await context.setOffline(false);
    await expect(lostBar(page)).toBeHidden(atOnce);
  });

  await test.step('a lost server is shown at once, and prices become stale', async () => {
    await server.stop();
    await expect(lostBar(page)).toBeVisible(atOnce);
    await expectNoOrders(page);
    await expect(rows).toHaveCount(2);
    await expect(ticket.getByText('Temporarily unavailable')).toBeVisible();
    await expect(ticket.getByText(/^No price since/)).toBeVisible();
    await expect(market.locator('[data-current] [data-cell="sell"]')).toHaveAttribute('data-stale');
    await expectNoFaults(page);
  });

  await server.start();
  // The browser's `online` event makes the page reconnect at once; the next regular attempt may be ten seconds away.
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(lostBar(page)).toBeHidden();
  await expect(buy).toBeEnabled();
  await expect(rows).toHaveCount(2);
  await expect(amount).toHaveValue('120');
  await expect.poll(() => timeAxis(page)).toBe(view);
  expect(new URL(page.url()).pathname).toBe('/platform/BTCUSD');
  proxy.close();
});
