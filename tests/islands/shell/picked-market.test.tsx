import { expect } from 'vitest';
import { page } from 'vitest/browser';
import type { PriceFollower } from '../../../src/components/live/follow-prices.ts';
import { showMarkets } from '../../../src/components/live/markets.ts';
import { getFeed } from '../../../src/lib/contract/calls.ts';
import { getCandles } from '../../../src/lib/contract/endpoints.ts';
import type { Candle } from '../../../src/lib/contract/entities.ts';
import { test as base } from '../../support/component/component-test.tsx';

/** The board of the home page: a pick shows another market's figures, and never the last one's under a new name. */

const candlesAt = (close: number): Candle[] => [
  { time: 0, open: close / 2, high: close, low: close / 2, close },
  { time: 900, open: close, high: close, low: close, close },
];
const figures = ['rate', 'change', 'sell', 'buy'] as const;

const test = base.extend('showBoard', ({ server, show }) => async () => {
  server.beUnreachable(getFeed);
  document.documentElement.lang = 'en';
  await show(
    <div data-testid="board" data-live="loading">
      <div data-symbol="BTCUSD">
        <h2>
          <span data-name>Bitcoin</span> <span data-code>BTCUSD</span>
        </h2>
        <p data-rate data-testid="rate" />
        <p data-change data-testid="change" />
        <div data-chart="Price of {{name}}" role="img" aria-label="Price of Bitcoin">
          <svg aria-hidden>
            <path />
            <path />
          </svg>
          <p>
            <span />
            <span />
          </p>
        </div>
        <a data-side="sell" data-testid="sell" />
        <a data-side="buy" data-testid="buy" />
      </div>
      {['BTCUSD', 'XAUUSD'].map((symbol) => (
        <div key={symbol} data-symbol={symbol}>
          <button data-pick={symbol} data-name={symbol === 'BTCUSD' ? 'Bitcoin' : 'Gold'}>
            {symbol}
          </button>
        </div>
      ))}
    </div>,
  );
  let follower: PriceFollower | undefined;
  const block = page.getByTestId('board').element() as HTMLElement;
  showMarkets(block, (_, given) => (follower = given));
  if (!follower) throw new Error('the board follows no prices');
  return { block, ...follower };
});

const pick = async (symbol: string) => {
  await page.getByRole('button', { name: symbol }).click();
  await expect.element(page.getByCss('[data-code]')).toHaveTextContent(symbol);
};
const shown = () => figures.map((figure) => page.getByTestId(figure).element().textContent);
const isDrawn = () => [...document.querySelectorAll('[data-chart] path')].some((path) => path.getAttribute('d'));

test('a picked market has its own prices at once, and its chart as soon as it is loaded', async ({
  server,
  showBoard,
}) => {
  server.answer(getCandles, candlesAt(60_000));
  const board = await showBoard();
  board.apply({ BTCUSD: { sell: 60_000, buy: 60_010 }, XAUUSD: { sell: 2_400, buy: 2_401 } });
  await expect.poll(shown).toEqual(['60,000.00', '+100.00%', '60,000.00', '60,010.00']);
  expect(isDrawn()).toBe(true);
  const candles = server.hold(getCandles);
  await pick('XAUUSD');
  expect(shown()).toEqual(['2,400.00', '', '2,400.00', '2,401.00']);
  expect(isDrawn()).toBe(false);
  expect(document.querySelector('[data-symbol="XAUUSD"]')).not.toHaveAttribute('data-trend');
  await expect.element(page.getByCss('[data-chart]')).toHaveAccessibleName('Price of Gold');
  candles.answer(candlesAt(2_400));
  await expect.poll(shown).toEqual(['2,400.00', '+100.00%', '2,400.00', '2,401.00']);
  expect(isDrawn()).toBe(true);
});

test('without prices a picked market shows none, rather than those of another', async ({ server, showBoard }) => {
  server.answer(getCandles, candlesAt(60_000));
  const board = await showBoard();
  await expect.poll(shown).toEqual(['60,000.00', '+100.00%', '', '']);
  board.lost();
  server.answer(getCandles, []);
  await pick('XAUUSD');
  expect(shown()).toEqual(['', '', '', '']);
  expect(isDrawn()).toBe(false);
});

test('candles that arrive after another pick are not drawn', async ({ server, showBoard }) => {
  server.answer(getCandles, candlesAt(60_000));
  await showBoard();
  await expect.poll(shown).toEqual(['60,000.00', '+100.00%', '', '']);
  const late = server.hold(getCandles);
  await pick('XAUUSD');
  server.answer(getCandles, candlesAt(50_000));
  await pick('BTCUSD');
  await expect.poll(shown).toEqual(['50,000.00', '+100.00%', '', '']);
  late.answer(candlesAt(2_400));
  // A later answer of the same kind has arrived too once this one has.
  await (await fetch(getCandles.path)).json();
  expect(shown()).toEqual(['50,000.00', '+100.00%', '', '']);
});

test('a market that loads while there are no prices is shown as of now', async ({ server, showBoard }) => {
  server.answer(getCandles, []);
  const board = await showBoard();
  board.lost();
  await expect.element(page.getByTestId('board')).toHaveAttribute('data-live', 'unavailable');
  server.answer(getCandles, candlesAt(2_400));
  await pick('XAUUSD');
  await expect.element(page.getByTestId('board')).toHaveAttribute('data-live', 'past');
});
