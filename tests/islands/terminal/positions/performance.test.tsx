import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getPerformance } from '../../../../src/lib/contract/endpoints.ts';
import type { PerformanceFacts } from '../../../../src/lib/contract/performance-call.ts';
import type { Locale } from '../../../../src/lib/i18n/locales.ts';
import { expectNoFaults, expectNoHorizontalScroll } from '../../../support/component/accessibility.ts';
import { closedOf, tabTo } from '../../../support/component/positions.tsx';
import { aPosition, terminal, test as base } from '../../../support/component/shown-terminal.tsx';

/** Three trades: up to 30.00, down to −5.00, up to 14.50. */
const facts: PerformanceFacts = {
  ...{ profit: 14.5, trades: 3, wins: 2, losses: 1, win_rate: 66.67, won: 49.5, lost: -35, average_win: 24.75 },
  ...{ average_loss: -35, profit_factor: 1.41, drawdown: 35, spread_cost: 2.4, trades_without_quotes: 0, fees: 5 },
  best: { symbol: 'BTCUSD', profit: 30 },
  worst: { symbol: 'EURUSD', profit: -35 },
  curve: [
    { time: '2026-01-02T09:00:00.000Z', profit: 0 },
    { time: '2026-01-12T09:30:00.000Z', profit: 30 },
    { time: '2026-02-02T10:00:00.000Z', profit: -5 },
    { time: '2026-02-20T15:45:00.000Z', profit: 14.5 },
    { time: '2026-03-02T10:00:00.000Z', profit: 14.5 },
  ],
  equity: [
    { time: '2026-01-02T09:00:00.000Z', profit: 0 },
    { time: '2026-01-31T21:30:00.000Z', profit: 12.25 },
    { time: '2026-03-02T10:00:00.000Z', profit: 21.3 },
  ],
  assets: [
    { symbol: 'BTCUSD', symbolName: 'Bitcoin', trades: 2, wins: 2, profit: 49.5 },
    { symbol: 'EURUSD', symbolName: 'Euro / US dollar', trades: 1, wins: 0, profit: -35 },
  ],
};

const nothing: PerformanceFacts = {
  ...{ profit: 0, trades: 0, wins: 0, losses: 0, win_rate: null, won: 0, lost: 0, average_win: null },
  ...{ average_loss: null, profit_factor: null, drawdown: 0, best: null, worst: null, spread_cost: 0 },
  ...{ trades_without_quotes: 0, fees: 0, curve: [], equity: [], assets: [] },
};

/** Found without its name, which differs by language. */
const panel = () => page.getByCss('[data-positions]');

function parts() {
  const { positions } = terminal();
  return {
    headline: positions.getByRole('status').filter({ hasText: 'Realised profit' }),
    figure: (name: string) => positions.getByCss('dl > div').filter({ has: page.getByText(name, { exact: true }) }),
    period: (name: string) => positions.getByRole('radio', { name }),
    points: positions.getByRole('slider', { name: 'Profit over time' }),
    assets: positions.getByRole('table', { name: 'Profit by asset' }),
  };
}

const test = base.extend('openPerformance', ({ server, showTerminal }) => async (answer = facts, locale?: Locale) => {
  server.answer(getPerformance, answer);
  const connections = await showTerminal({ positions: { open: [aPosition()] }, ...(locale && { locale }) });
  await panel().getByRole('tab').nth(2).click();
  return connections;
});

test('shows the last 12 months: profit, figures, and assets by profit', async ({ openPerformance, server }) => {
  await openPerformance();
  const { headline, figure, period, assets } = parts();
  await expect.element(headline).toHaveTextContent('Realised profit +€14.50');
  await expect.element(period('12 months')).toBeChecked();
  expect(server.asked(getPerformance).map(({ body }) => body)).toEqual([{ period: '12m' }]);
  for (const [name, text] of [
    ['Trades', '32 won, 1 lost'],
    ['Win rate', '66.67%'],
    ['Profit factor', '1.41'],
    ['Max drawdown', '€35.00'],
    ['Average win', '+€24.75'],
    ['Average loss', '-€35.00'],
    ['Best trade', '+€30.00BTCUSD'],
    ['Worst trade', '-€35.00EURUSD'],
    ['Spread cost', '€2.40Already deducted from profit'],
    ['Withdrawal fees', '€5.00Not deducted from profit'],
  ] as const)
    await expect.element(figure(name)).toMatchTextContent(text);
  const rows = assets.getByRole('row');
  await expect.element(rows.nth(1)).toHaveTextContent('BTCUSD2100%+€49.50');
  await expect.element(rows.nth(2)).toHaveTextContent('EURUSD10%-€35.00');
  // The bars begin at a common zero, and are as long as their share of the whole width.
  const bars = assets.element().querySelectorAll('rect');
  expect([...bars].map((bar) => Math.round(bar.x.baseVal.value))).toEqual([41, 0]);
  expect([...bars].map((bar) => Math.round(bar.width.baseVal.value))).toEqual([59, 41]);
});

test('the period is chosen by keyboard, and the figures before stay until the new ones are there', async ({
  openPerformance,
  server,
}) => {
  await openPerformance();
  const { headline, period } = parts();
  await tabTo(period('12 months'));
  const held = server.hold(getPerformance);
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(period('30 days')).toHaveFocus();
  await expect.element(headline).toHaveTextContent('Realised profit +€14.50');
  expect(server.asked(getPerformance).at(-1)?.body).toEqual({ period: '30d' });
  held.answer({ ...facts, profit: -7.25 });
  await expect.element(headline).toHaveTextContent('Realised profit -€7.25');
  await expect.element(period('30 days')).toHaveFocus();
});

test('the points of the curve are read one by one with the arrow keys, and all of them in a table', async ({
  openPerformance,
}) => {
  await openPerformance();
  const { points } = parts();
  await tabTo(points);
  await expect
    .element(points)
    .toHaveAttribute('aria-valuetext', '2 Mar 2026, 10:00 UTC: +€14.50, +€21.30 with open positions');
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  await expect
    .element(points)
    .toHaveAttribute('aria-valuetext', '2 Feb 2026, 10:00 UTC: -€5.00, +€12.25 with open positions');
  await userEvent.keyboard('{Home}{ArrowLeft}');
  await expect.element(points).toHaveAttribute('aria-valuenow', '0');
  const { positions } = terminal();
  await positions.getByRole('button', { name: 'Table' }).click();
  const rows = positions.getByRole('table', { name: 'Profit over time' }).getByRole('row');
  await expect.element(rows).toHaveLength(4);
  await expect.element(rows.nth(1)).toHaveTextContent('20 Feb 2026, 15:45+€19.50+€14.50');
  await expect.element(rows.nth(2)).toHaveTextContent('2 Feb 2026, 10:00-€35.00-€5.00');
});

test('the profit with open positions is drawn beside the closed profit, and named', async ({ openPerformance }) => {
  await openPerformance();
  const { positions } = terminal();
  await expect.element(positions.getByText('With open positions', { exact: true })).toBeVisible();
  const path = positions
    .getByCss('figure path')
    .elements()
    .find((each) => each.getAttribute('d')?.includes('L'));
  expect(path?.getAttribute('d')).toMatch(/^M0 [\d.]+L50 [\d.]+L100 [\d.]+$/);
});

test('a position that closes elsewhere is in the figures at once', async ({ openPerformance, server }) => {
  const { connection } = await openPerformance();
  const { headline } = parts();
  await expect.element(headline).toHaveTextContent('Realised profit +€14.50');
  server.answer(getPerformance, { ...facts, profit: 20 });
  connection.tell('positions', { open: [], history: [closedOf(aPosition())] });
  await expect.element(headline).toHaveTextContent('Realised profit +€20.00');
});

test('an asset of the list leads to its chart', async ({ openPerformance }) => {
  await openPerformance();
  await parts().assets.getByRole('button', { name: 'EURUSD' }).click();
  await expect.element(page.getByRole('region', { name: 'Chart of EURUSD' })).toBeVisible();
});

test('a period without closed positions says so, and what to do', async ({ openPerformance }) => {
  await openPerformance(nothing);
  const { positions } = terminal();
  await expect.element(positions.getByText(/^No positions were closed in this period\. Choose a longer/)).toBeVisible();
  await parts().period('All time').click();
  await expect.element(positions.getByText(/^No closed positions yet\./)).toBeVisible();
});

test('what cannot be divided is a dash', async ({ openPerformance }) => {
  await openPerformance({ ...facts, losses: 0, average_loss: null, profit_factor: null, trades_without_quotes: 2 });
  const { figure } = parts();
  await expect.element(figure('Profit factor')).toMatchTextContent('–');
  await expect.element(figure('Average loss')).toMatchTextContent('–');
  await expect.element(figure('Spread cost')).toMatchTextContent('Older trades excluded: 2');
});

test('figures that cannot be loaded say so, and can be loaded again', async ({ openPerformance, server }) => {
  await openPerformance();
  const { headline, period } = parts();
  await expect.element(headline).toBeVisible();
  server.beUnreachable(getPerformance);
  await period('7 days').click();
  const { positions } = terminal();
  await expect.element(positions.getByRole('alert')).toMatchTextContent("We couldn't load your performance.");
  server.answer(getPerformance, facts);
  await tabTo(positions.getByRole('button', { name: 'Try again' }));
  await userEvent.keyboard('{Enter}');
  await expect.element(headline).toHaveTextContent('Realised profit +€14.50');
  await expect.element(positions.getByRole('tab', { name: 'Performance' })).toHaveFocus();
  expect(server.asked(getPerformance).at(-1)?.body).toEqual({ period: '7d' });
});

for (const [width, locale] of [
  [360, 'de'],
  [900, 'es'],
  [1440, 'en'],
  [1440, 'de'],
  [1440, 'it'],
  [1440, 'es'],
] as const)
  test(`is accessible and not cut off at ${width} px in ${locale}`, async ({ openPerformance }) => {
    await page.viewport(width, 900);
    await openPerformance(facts, locale);
    const positions = panel();
    await expect.element(positions.getByRole('slider').last()).toBeVisible();
    await expectNoHorizontalScroll();
    const cut = [...positions.element().querySelectorAll('[role=tabpanel] :not(.visually-hidden)')].filter(
      ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1,
    );
    expect(cut.map(({ textContent }) => textContent)).toEqual([]);
    // On a wide screen everything is in view at once, in the panel's usual height.
    const { scrollHeight, clientHeight } = positions.getByRole('tabpanel').element();
    if (width === 1440) expect(scrollHeight).toBe(clientHeight);
    await expectNoFaults('[data-positions]');
    await positions.getByCss('figcaption button').click();
    await expectNoFaults('[data-positions]');
  });
