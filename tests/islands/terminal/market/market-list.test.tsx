import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { seedAssets, seedCategories } from '../../../../src/server/seed/asset-list.ts';
import { currentRow, shippedAssets, shippedPrices, shown, symbolsShown } from '../../../support/component/market.tsx';
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

test('the spread of a currency pair is in pips, and the fractions of its pips are smaller', async ({
  showTerminal,
}) => {
  await showTerminal({
    listed: shippedAssets,
    quoted: {
      EURUSD: { sell: 1.16842, buy: 1.16849 },
      USDJPY: { sell: 152.43, buy: 152.45 },
      BTCUSD: { sell: 96_420.5, buy: 96_421 },
    },
    symbol: 'EURUSD',
  });
  const { market: list, ticket } = terminal();
  const cell = (symbol: string, name: string) =>
    list.getByRole('listitem').filter({ hasText: symbol }).getByCss(`[data-cell="${name}"]`);
  const smallOf = (symbol: string) => cell(symbol, 'sell').getByCss('small').element().textContent;
  await list.getByRole('tab', { name: 'Forex' }).click();
  await expect.element(cell('EURUSD', 'spread')).toHaveTextContent('0.7 pips');
  await expect.element(cell('EURUSD', 'sell')).toHaveTextContent('1.168420');
  expect(smallOf('EURUSD')).toBe('20');
  await expect.element(cell('USDJPY', 'spread')).toHaveTextContent('2.0 pips');
  expect(smallOf('USDJPY')).toBe('');
  await expect.element(ticket.getByText('0.7 pips')).toBeVisible();
  await list.getByRole('tab', { name: 'Crypto' }).click();
  await expect.element(cell('BTCUSD', 'spread')).toHaveTextContent('0.50');
  await expect.element(cell('BTCUSD', 'sell')).toHaveTextContent('96,420.50');
  expect(smallOf('BTCUSD')).toBe('0');
});

test('a price is shown before the next animation frame, and what follows it in that frame', async ({
  showTerminal,
}) => {
  const { priceConnection } = await showTerminal(market);
  const { sell = 0, buy = 0 } = shippedPrices['BTCUSD'] ?? {};
  const frame = () => new Promise(requestAnimationFrame);
  const microtasks = async () => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  const move = (by: number) => priceConnection.tell('prices', { BTCUSD: { sell: sell + by, buy: buy + by } });
  const moved = (text: string) => Math.round(Number(/[\d,.]+/.exec(text)?.[0].replaceAll(',', '')) - sell);
  const onTicket = () => moved(terminal().ticket.getByRole('button', { name: /^Sell/ }).element().textContent);
  await expect.poll(onTicket).toBe(0);
  await frame();
  await frame();

  move(1);
  await microtasks();
  expect(onTicket()).toBe(1);
  move(2);
  move(3);
  await microtasks();
  expect(onTicket()).toBe(1);
  await frame();
  await microtasks();
  expect(onTicket()).toBe(3);
  await expect.poll(() => moved(currentRow().getByCss('[data-cell="sell"]').element().textContent)).toBe(3);
});

test('a changed price is tinted, and fades although no other price follows', async ({ showTerminal }) => {
  const { priceConnection } = await showTerminal(market);
  const shownCell = currentRow().getByCss('[data-cell="sell"]');
  await expect.element(shownCell).toMatchTextContent(/\d/);
  const cell = shownCell.element() as HTMLElement;
  const { sell = 0, buy = 0 } = shippedPrices['BTCUSD'] ?? {};
  const tints: string[] = [];
  const observer = new MutationObserver(() => {
    const { move = 'none', fading } = cell.dataset;
    const tint = fading === undefined ? move : `${move}, fading`;
    if (tints.at(-1) !== tint) tints.push(tint);
  });
  observer.observe(cell, { attributes: true });
  priceConnection.tell('prices', { BTCUSD: { sell: sell + 1, buy: buy + 1 } });
  await expect.poll(() => tints).toEqual(['up', 'up, fading', 'none']);
  priceConnection.tell('prices', { BTCUSD: { sell, buy } });
  await expect.poll(() => tints.slice(3)).toEqual(['down', 'down, fading', 'none']);
  observer.disconnect();
});

test('screen readers find figures only in rows in view', async ({ showTerminal }) => {
  await page.viewport(1440, 600);
  await showTerminal(market);
  const links = shown();
  const spoken = (row: Element | undefined) =>
    [...(row?.querySelectorAll('[data-spoken]') ?? [])].map((figure) => figure.ariaHidden);
  const last = () => links.elements().at(-1)?.closest('li') ?? undefined;
  await expect.poll(() => spoken(currentRow().element())).toEqual([null, null, null, null]);
  expect(spoken(last())).toEqual(['true', 'true', 'true', 'true']);
  last()?.scrollIntoView();
  await expect.poll(() => spoken(last())).toEqual([null, null, null, null]);
  expect(last()?.querySelector('[data-cell="sell"]')?.textContent).toMatch(/\d/);
});

test('groups show their assets, and the arrow keys move between the groups', async ({ showTerminal }) => {
  await showTerminal(market);
  const tab = (name: string) => terminal().market.getByRole('tab', { name });
  await expect.poll(symbolsShown).toEqual(seedAssets.map(({ symbol }) => symbol));
  for (const { id, name } of seedCategories) {
    const label = name === 'index' ? 'Indices' : name;
    await tab(label).click();
    await expect.element(tab(label)).toHaveAttribute('aria-selected', 'true');
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
