import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { locales } from '../../../../src/lib/i18n/locales.ts';
import { showToast } from '../../../../src/stores/toasts.ts';
import { shippedAssets, shippedPrices } from '../../../support/component/market.tsx';
import { removeIsland } from '../../../support/component/show-island.ts';
import { aPosition, terminal, test } from '../../../support/component/shown-terminal.tsx';

/** How the parts of the trading screen share it. */

const market = { listed: shippedAssets, quoted: shippedPrices };
const boxOf = (part: { element: () => Element }) => part.element().getBoundingClientRect();

/** The number of market rows that are wholly in view. */
function rowsInView(): number {
  const list = terminal().market.getByRole('tabpanel').element();
  const view = list.getBoundingClientRect();
  return [...list.querySelectorAll('li')].filter((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return top >= view.top && bottom <= view.bottom;
  }).length;
}

test('at 1440 × 900 at least 16 assets are in view beside the open ticket', async ({ showTerminal }) => {
  await page.viewport(1440, 900);
  await showTerminal(market);
  const { ticket, positions } = terminal();
  await expect.element(ticket.getByRole('button', { name: /^Buy/ })).toBeVisible();
  await expect.poll(rowsInView).toBeGreaterThanOrEqual(16);
  // The whole form is in view, without scrolling.
  const [form, panel] = [boxOf(ticket.getByCss('form')), boxOf(ticket.getByRole('tabpanel'))];
  expect(form.bottom).toBeLessThanOrEqual(panel.bottom);
  expect(boxOf(terminal().market).right).toBeLessThan(boxOf(ticket).left);
  expect(boxOf(ticket).bottom).toBeLessThanOrEqual(boxOf(positions).top);
  expect(document.documentElement.scrollHeight).toBe(900);
});

test('the ticket can be moved below the list, and stays there', async ({ showTerminal }) => {
  await page.viewport(1440, 900);
  await showTerminal(market);
  const isBelow = () => boxOf(terminal().ticket).top >= boxOf(terminal().market).bottom;
  expect(isBelow()).toBe(false);
  await terminal().ticket.getByRole('button', { name: 'Move the ticket below the market list' }).click();
  await expect.poll(isBelow).toBe(true);
  removeIsland();
  await showTerminal(market);
  await expect.poll(isBelow).toBe(true);
  await terminal().ticket.getByRole('button', { name: 'Move the ticket beside the market list' }).click();
  await expect.poll(isBelow).toBe(false);
});

test('where there is no room beside the list, the ticket is below it', async ({ showTerminal }) => {
  await page.viewport(1024, 800);
  await showTerminal(market);
  const { ticket, market: list } = terminal();
  expect(boxOf(ticket).top).toBeGreaterThanOrEqual(boxOf(list).bottom);
  expect(ticket.getByRole('button', { name: /^Move the ticket/ }).elements()).toEqual([]);
});

test.for(locales)('in %s every group is on one line', async (locale, { showTerminal }) => {
  await page.viewport(1440, 900);
  await showTerminal({ ...market, locale });
  const tabs = page.getByCss('[data-market] [role=tab]').elements();
  expect(tabs).toHaveLength(7);
  expect(new Set(tabs.map((tab) => tab.getBoundingClientRect().top)).size).toBe(1);
  expect(tabs.filter((tab) => tab.scrollWidth > tab.clientWidth)).toEqual([]);
});

test.for([1440, 1024, 360])(
  'at %d px a toast covers neither the axes nor the heading',
  async (width, { showTerminal }) => {
    await page.viewport(width, 800);
    await showTerminal();
    showToast({ kind: 'info', text: 'A message' });
    await expect.element(page.getByText('A message')).toBeVisible();
    const toast = page.getByText('A message').element().closest('[role=status]');
    if (!toast) throw new Error('There is no toast');
    await Promise.all(toast.getAnimations().map((each) => each.finished));
    const { left, top, right, bottom } = toast.getBoundingClientRect();
    const chart = boxOf(terminal().chart);
    const heading = boxOf(terminal().chart.getByRole('heading'));
    const [priceAxisPx, timeAxisPx] = [84, 28];
    const isAbove = bottom <= heading.top;
    const isBelowHeading = top >= heading.bottom;
    expect(isAbove || isBelowHeading).toBe(true);
    if (top < chart.bottom) {
      expect(right).toBeLessThanOrEqual(chart.right - priceAxisPx);
      expect(bottom <= chart.bottom - timeAxisPx || top >= chart.bottom).toBe(true);
    }
    expect(left).toBeGreaterThanOrEqual(width < 900 ? 0 : chart.left);
  },
);

test('a deposit is one click away from the balance', async ({ showTerminal }) => {
  await showTerminal({ locale: 'de' });
  const link = page.getByRole('link', { name: 'Einzahlen' });
  await expect.element(link).toHaveAttribute('href', '/de/payment/deposit');
  expect(Math.abs(boxOf(link).left - boxOf(terminal().balance).right)).toBeLessThan(40);
});

test('a phone gives the chart 45 % of its screen, above the bar with the sides and the tabs', async ({
  showTerminal,
}) => {
  await page.viewport(360, 740);
  await showTerminal(market);
  const drawing = terminal().chart.getByCss('[data-bars]');
  await expect.element(drawing).toBeVisible();
  const canvas = boxOf(drawing);
  const bar = boxOf(page.getByRole('navigation'));
  expect(canvas.height).toBeGreaterThanOrEqual(0.45 * 740);
  const sell = boxOf(page.getByRole('button', { name: /^Sell/ }));
  expect(canvas.bottom).toBeLessThanOrEqual(sell.top);
  expect(sell.bottom).toBeLessThanOrEqual(bar.top);
  expect(bar.bottom).toBe(740);
});

test('the tabs of a phone lead to its parts, by thumb and by keyboard', async ({ showTerminal }) => {
  await page.viewport(360, 740);
  await showTerminal(market);
  const { market: list, positions } = terminal();
  const tabs = page.getByRole('navigation', { name: 'Platform sections' });
  const tab = (name: string) => tabs.getByRole('button', { name });
  const isInView = (part: { element: () => Element }) => boxOf(part).top < 740 / 2 && boxOf(part).bottom > 0;
  for (const each of tabs.getByCss(':scope > *').elements()) {
    expect(each.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  }
  await expect.element(tab('Chart')).toHaveAttribute('aria-current', 'true');
  await tab('Markets').click();
  await expect.poll(() => isInView(list)).toBe(true);
  await expect.element(list).toHaveFocus();
  await expect.element(tab('Markets')).toHaveAttribute('aria-current', 'true');
  (tab('Positions').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(positions).toHaveFocus();
  await expect.element(tab('Positions')).toHaveAttribute('aria-current', 'true');
  await tab('Chart').click();
  await expect.poll(() => scrollY).toBe(0);
  await expect.element(tab('Chart')).toHaveAttribute('aria-current', 'true');
  await tab('Trade').click();
  const sheet = page.getByRole('dialog', { name: 'New trade in BTCUSD' });
  await expect.poll(() => sheet.getByRole('button', { name: /^(Sell|Buy)/ }).elements()).toHaveLength(2);
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(tabs.getByRole('link', { name: 'Account' })).toHaveAttribute('href', '/my-account/info');
});

test('on a phone the handle of a level above the view is not over the legend', async ({ showTerminal }) => {
  await page.viewport(360, 740);
  await showTerminal({ positions: { open: [aPosition({ direction: 'sell', stop_lost: 900_000 })] } });
  const { chart } = terminal();
  const handle = chart.getByRole('slider', { name: /^SL,/ });
  await expect.element(handle).toHaveAttribute('data-beyond', 'up');
  const legend = chart.getByCss('dl');
  await expect.element(legend.getByCss('[data-bar="close"]')).toMatchTextContent(/\d/);
  expect(boxOf(handle).top).toBeGreaterThanOrEqual(boxOf(legend).bottom);
});
