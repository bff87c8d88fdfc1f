import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { seedAssets, seedCategories } from '../../../../src/server/seed/asset-list.ts';
import { currentRow, shippedAssets, shippedPrices, symbolsShown } from '../../../support/component/market.tsx';
import { removeIsland } from '../../../support/component/show-island.ts';
import { terminal, test } from '../../../support/component/shown-terminal.tsx';

const market = { listed: shippedAssets, quoted: shippedPrices };

test('a row has both sides, the spread between them, the daily change and its sparkline', async ({ showTerminal }) => {
  await showTerminal(market);
  const row = currentRow();
  await expect.element(row.getByCss('[data-cell="change"]')).toMatchTextContent(/^[-+]\d+\.\d\d%$/);
  await expect.element(row.getByCss('path[data-cell="line"]')).toHaveAttribute('d', expect.stringMatching(/^M.*L/));
  const { sell = 0, buy = 0 } = shippedPrices['BTCUSD'] ?? {};
  const number = (name: string) =>
    Number(row.getByCss(`[data-cell="${name}"]`).element().textContent.replaceAll(',', ''));
  expect(number('sell')).toBe(sell);
  expect(number('buy')).toBe(buy);
  expect(number('spread')).toBeGreaterThan(0);
  expect(Math.abs(buy - sell - number('spread'))).toBeLessThan(0.011);
});

test('groups show their assets, and the arrow keys move between the groups', async ({ showTerminal }) => {
  await showTerminal(market);
  const tab = (name: string) => terminal().market.getByRole('tab', { name });
  await expect.poll(symbolsShown).toEqual(seedAssets.map(({ symbol }) => symbol));
  for (const { id, name } of seedCategories) {
    await tab(name).click();
    await expect.element(tab(name)).toHaveAttribute('aria-selected', 'true');
    await expect
      .poll(symbolsShown)
      .toEqual(seedAssets.filter(({ categoryId }) => categoryId === id).map(({ symbol }) => symbol));
  }
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(tab('Commodities')).toHaveFocus();
  await expect.poll(() => symbolsShown()[0]).toBe('XAUUSD');
});

test('favourites are remembered on this screen and the next', async ({ showTerminal }) => {
  await showTerminal(market);
  const star = () => terminal().market.getByRole('button', { name: 'Favourite: ETHUSD' });
  await star().click();
  await expect.element(star()).toHaveAttribute('aria-pressed', 'true');
  removeIsland();
  await showTerminal(market);
  await terminal().market.getByRole('tab', { name: 'Favourites' }).click();
  await expect.poll(symbolsShown).toEqual(['ETHUSD']);
  await star().click();
  await expect.element(terminal().market.getByText('No favourites yet.')).toBeVisible();
});

test('another customer of the same browser has their own favourites', async ({ showTerminal }) => {
  await showTerminal(market);
  const star = () => terminal().market.getByRole('button', { name: 'Favourite: ETHUSD' });
  await star().click();
  await expect.element(star()).toHaveAttribute('aria-pressed', 'true');
  removeIsland();
  await showTerminal({ ...market, customer: { uniqid: 'somebody-else' } });
  await expect.element(star()).toHaveAttribute('aria-pressed', 'false');
  removeIsland();
  await showTerminal(market);
  await expect.element(star()).toHaveAttribute('aria-pressed', 'true');
});

test.for([1440, 1280, 899, 600, 360])(
  'at %d px every symbol is whole and every group is in view',
  async (width, { showTerminal }) => {
    await page.viewport(width, 900);
    await showTerminal(market);
    const { market: list } = terminal();
    const name = list.getByText('Bitcoin', { exact: true });
    await expect.element(name).toBeInTheDocument();
    if (width >= 600 && width < 900) await expect.element(name).toBeVisible();
    else await expect.element(name).not.toBeVisible();
    const links = [...list.element().querySelectorAll('[data-symbol]')];
    expect(links).toHaveLength(seedAssets.length);
    expect(links.filter((link) => link.scrollWidth > link.clientWidth).map((link) => link.textContent)).toEqual([]);
    const box = list.element().getBoundingClientRect();
    for (const tab of list.getByRole('tab').elements()) {
      const { left, right } = tab.getBoundingClientRect();
      expect(left).toBeGreaterThanOrEqual(box.left);
      expect(right).toBeLessThanOrEqual(box.right);
    }
  },
);
