import type { Locator, Page } from '@playwright/test';
import { expectNoFaults, expectNoFaultsInBothThemes } from '../accessibility.ts';
import { logIn, openTerminal, terminal } from '../customer.ts';
import { isFullMatrix } from '../matrix.ts';
import { expect, test } from '../product-test.ts';
import { expectNoHorizontalScroll } from './sideways-scroll.ts';

// Tints and transitions pass through intermediate colours that axe would report.
test.use({ contextOptions: { reducedMotion: 'reduce' } });
// Each test goes through every state of a large screen.
test.setTimeout(300_000);

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error('A part of the screen is not shown');
  return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height };
}

/**
 * Returns a function that checks the current state of the screen at this width. Nothing may scroll sideways at any
 * width. Axe runs in both themes at the widest; at the narrowest in one theme, or in both if the state exists on phones
 * only. The full matrix runs axe in both themes everywhere.
 */
function createCheck(page: Page, width: number) {
  return async ({ wideTable = width === 900, isOfPhone = false } = {}) => {
    await expectNoHorizontalScroll(page, { wideTable });
    if (width === 900 && !isFullMatrix) return;
    await (width > 900 || isOfPhone || isFullMatrix ? expectNoFaultsInBothThemes(page) : expectNoFaults(page));
  };
}

/** Opens the ticket on a narrow screen; beside the chart it is always open. Returns its container. */
async function openTicket(page: Page, width: number): Promise<Locator> {
  if (width >= 900) return terminal(page).ticket;
  await page.getByRole('button', { name: /^Buy/ }).click();
  return page.getByRole('dialog');
}

type Check = ReturnType<typeof createCheck>;

async function seeFrontPages(page: Page, check: Check): Promise<void> {
  for (const path of ['/', '/no-such-page', '/login']) {
    await page.goto(path);
    await expect(page.locator('h1')).toBeVisible();
    await check({ wideTable: false });
  }
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await check({ wideTable: false });
}

async function seeTables(page: Page, check: Check, width: number): Promise<void> {
  const { market, chart, positions, rows } = terminal(page);
  await check({ isOfPhone: true });
  await positions.getByRole('tab', { name: 'History' }).click();
  await expect(rows.first()).toBeVisible();
  await check();
  const [marketBox, chartBox] = [await boxOf(market), await boxOf(chart)];
  if (width >= 900) expect(marketBox.right).toBeLessThanOrEqual(chartBox.left + 1);
  else expect(marketBox.top).toBeGreaterThanOrEqual(chartBox.bottom - 1);
  expect(chartBox.right - chartBox.left).toBeGreaterThan(width * 0.55);
  await rows
    .first()
    .getByRole('button', { name: /^Receipt for/ })
    .click();
  await expect(page.getByRole('dialog').getByRole('row', { name: /^Fill price/ })).toBeVisible();
  await check();
  await page.keyboard.press('Escape');
  await positions.getByRole('tab', { name: 'Open positions' }).click();
}

async function seeTrade(page: Page, check: Check, width: number): Promise<void> {
  const { rows } = terminal(page);
  const before = await rows.count();
  const ticket = await openTicket(page, width);
  await ticket.getByText('Stop loss and take profit').click();
  await ticket.getByLabel('Amount').fill('');
  await expect(ticket.getByText('Amount is required')).toBeVisible();
  await check({ isOfPhone: true });
  await ticket.getByLabel('Amount').fill('123.45');
  await ticket.getByRole('button', { name: /^Buy/ }).click();
  await expect(rows).toHaveCount(before + 1);
  const row = rows.first();
  await row.getByRole('button', { name: /Stop loss for BTCUSD/ }).click();
  await expect(row.getByRole('textbox', { name: 'Stop loss for BTCUSD' })).toBeVisible();
  await check({ wideTable: width >= 900 });
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: 'Receipt for BTCUSD' }).click();
  await expect(page.getByRole('dialog').getByRole('row').first()).toBeVisible();
  await expectNoHorizontalScroll(page, { wideTable: width === 900 });
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await check();
  await page.getByRole('dialog').getByRole('button', { name: 'Close position' }).click();
  await expect(rows).toHaveCount(before);
}

async function seeMarketAndCalculator(page: Page, check: Check, width: number): Promise<void> {
  const { market, ticket } = terminal(page);
  await market.getByRole('searchbox').fill('us');
  await expect(market.getByRole('link', { name: 'USDJPY' })).toBeVisible();
  await check();
  await market.getByRole('searchbox').fill('zzz');
  await expect(market.getByText('No matches.')).toBeVisible();
  if (width >= 900) await ticket.getByRole('tab', { name: 'Calculator' }).click();
  else await page.getByRole('heading', { name: 'Calculator' }).click();
  await expect(page.getByRole('table', { name: 'Calculator' })).toBeVisible();
  await check({ isOfPhone: true });
  await market.getByRole('tab', { name: 'Favourites' }).click();
  await expect(market.getByText('No favourites yet.')).toBeVisible();
  await check();
}

/** Checks the screen of an unknown asset, of one that may not be traded, and with a lost connection. */
async function seeRefusals(page: Page, check: Check, width: number): Promise<void> {
  await page.goto(`/platform/${'W'.repeat(60)}`);
  await expect(page.getByRole('heading', { name: /isn't available$/ })).toBeVisible();
  await check();
  await logIn(page, 'limited@example.com');
  await page.goto('/platform/EURUSD');
  if (width >= 900) await expect(terminal(page).ticket).toContainText('You have no access');
  else await expect(page.getByRole('button', { name: /^Buy/ })).toBeVisible();
  await check();
}

for (const width of [1440, 900, 360]) {
  test(`at ${width} px nothing scrolls sideways and axe finds no fault, whatever is open`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const check = createCheck(page, width);
    await seeFrontPages(page, check);
    await openTerminal(page);
    await seeTables(page, check, width);
    await seeTrade(page, check, width);
    await seeMarketAndCalculator(page, check, width);
    await context.setOffline(true);
    await expect(page.getByText(/^Connection lost\./)).toBeVisible();
    await check();
    await context.setOffline(false);
    await seeRefusals(page, check, width);
  });
}
