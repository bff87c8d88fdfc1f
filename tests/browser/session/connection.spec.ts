import { choose, drag, viewOf } from '../chart/chart-parts.ts';
import type { Page } from '@playwright/test';
import type { PositionLists } from '../../../src/lib/contract/entities.ts';
import { storageKeys } from '../../../src/lib/contract/session.ts';
import { openSilentProxy } from '../../support/peers/silent-proxy.ts';
import { openTerminal, terminal } from '../customer.ts';
import { expect, test } from '../restartable-test.ts';

/** Sooner than silence could tell, which takes ten seconds. */
const atOnce = { timeout: 5_000 };

const lostBar = (page: Page) => page.getByText(/^Connection lost\./);

/** What the server knows of the account's open positions, asked past the page and whatever stands between. */
async function openAmounts(page: Page, serverUrl: string): Promise<number[]> {
  const session = await page.evaluate((key) => localStorage.getItem(key) ?? '{}', storageKeys.session);
  const { access_token } = JSON.parse(session) as { access_token: string };
  const response = await fetch(`${serverUrl}/api/accounts/getBalance`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  const { data } = (await response.json()) as { data: { positions: PositionLists } };
  return data.positions.open.map(({ amount }) => amount);
}

/** What the chart's axis of time shows: the same picture is the same view. */
async function timeAxis(page: Page): Promise<string> {
  const axis = terminal(page).chart.locator('tr').last().locator('canvas').first();
  return axis.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
}

/** What is read twice in a row: nothing is on its way any more. */
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

async function open(page: Page, url = ''): Promise<void> {
  await openTerminal(page, { address: `${url}/platform/BTCUSD` });
}

test('a server that goes away is said at once, and all is as it was when it is back', async ({ page, server }) => {
  await open(page);
  const { ticket, rows, chart } = terminal(page);
  await ticket.getByLabel('Amount').fill('120');
  await ticket.getByRole('button', { name: /^Buy/ }).click();
  await expect(rows).toHaveCount(1);
  // Enough bars to look closer at; in the past one that begins meanwhile moves nothing.
  const days = await timeAxis(page);
  await choose(page, '1h');
  await expect.poll(() => timeAxis(page)).not.toBe(days);
  const whole = await settled(() => timeAxis(page));
  await chart.hover();
  for (let turns = 0; turns < 10; turns++) await page.mouse.wheel(0, -400);
  await expect.poll(() => timeAxis(page)).not.toBe(whole);
  // Further than the room that the tags of the position are left.
  await drag(page, viewOf(page), { x: 350 });
  await expect(chart.getByRole('button', { name: 'Latest' })).toBeVisible();
  const view = await settled(() => timeAxis(page));

  await server.stop();
  await expect(lostBar(page)).toBeVisible(atOnce);
  await expect(ticket.getByRole('button', { name: /^Buy/ })).toBeDisabled();
  await expect(rows).toHaveCount(1);

  await server.start();
  await expect(lostBar(page)).toBeHidden({ timeout: 20_000 });
  await expect(ticket.getByRole('button', { name: /^Buy/ })).toBeEnabled();
  await expect(rows).toHaveCount(1);
  await expect(ticket.getByLabel('Amount')).toHaveValue('120');
  await expect.poll(() => timeAxis(page)).toBe(view);
  expect(new URL(page.url()).pathname).toBe('/platform/BTCUSD');
});

test.describe('prices', () => {
  test.use({ serverEnv: { QUOTE_MAX_AGE_MS: '2000' } });

  test('that are older than the limit are shown as old while the line is down', async ({ page, server }) => {
    await open(page);
    const { ticket, market } = terminal(page);
    await expect(ticket.getByRole('button', { name: /^Buy/ })).toBeEnabled();
    await server.stop();
    await expect(ticket.getByText('Temporarily unavailable')).toBeVisible();
    await expect(ticket.getByText(/^No price since/)).toBeVisible();
    await expect(market.locator('[data-current] [data-cell="sell"]')).toHaveAttribute('data-stale');
    await server.start();
    await expect(ticket.getByRole('button', { name: /^Buy/ })).toBeEnabled({ timeout: 20_000 });
  });
});

for (const [what, breakLine] of [
  ['never reached the server', 'fallSilent'],
  ['reached it, but not its answer the trader', 'swallowAnswers'],
] as const) {
  test(`an order that ${what} is carried out once`, async ({ page, server }) => {
    const proxy = await openSilentProxy(server.url);
    await open(page, new URL(proxy.url).origin);
    const { ticket, rows } = terminal(page);
    await ticket.getByLabel('Amount').fill('77.50');
    const buy = ticket.getByRole('button', { name: /^Buy/ });
    await expect(buy).toBeEnabled();

    proxy[breakLine]();
    await buy.click();
    await expect(buy).toHaveAttribute('aria-busy');
    await expect(lostBar(page)).toBeVisible({ timeout: 15_000 });
    proxy.recover();
    // A try under way is given up after 8 s, and the next one comes within 15.
    await expect(rows).toHaveCount(1, { timeout: 30_000 });
    await expect(buy).not.toHaveAttribute('aria-busy');
    expect(await openAmounts(page, server.url)).toEqual([77.5]);
    proxy.close();
  });
}

test('a network that is cut is said at once, and used again at once', async ({ page, context, server }) => {
  await open(page);
  const { ticket, rows } = terminal(page);
  const buy = ticket.getByRole('button', { name: /^Buy/ });
  await expect(buy).toBeEnabled();
  await context.setOffline(true);
  await expect(lostBar(page)).toBeVisible(atOnce);
  await expect(buy).toBeDisabled();
  await context.setOffline(false);
  await expect(lostBar(page)).toBeHidden(atOnce);
  await ticket.getByLabel('Amount').fill('55');
  await buy.click();
  await expect(rows).toHaveCount(1);
  expect(await openAmounts(page, server.url)).toEqual([55]);
});
