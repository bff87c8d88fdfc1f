import type { Candle, PriceMap } from '../../lib/contract/entities.ts';
import { formatRate, formatSignedPercent } from '../../lib/format/format-number.ts';
import { loadDayOfCandles } from '../../stores/recent-rates.ts';
import { followPrices } from './follow-prices.ts';
import { showOrigin, showState, writeRate } from './live-block.ts';

/** The maximum age of the loaded rate of "24 hours ago". */
const dayMaxAgeMs = 15 * 60_000;

/**
 * Shows the markets of a block: the live bid and the 24-hour change of each element with `data-symbol`. A button with
 * `data-pick` shows its market in the element with a chart.
 */
export function showMarkets(block: HTMLElement, follow: typeof followPrices = followPrices): void {
  const markets = [...block.querySelectorAll<HTMLElement>('[data-symbol]')].map(createMarket);
  const isAnyKnown = () => markets.some((market) => market.isKnown());
  let dueAtMs = 0;
  let known: PriceMap = {};

  async function loadDay() {
    const nowMs = performance.now();
    if (nowMs < dueAtMs) return;
    dueAtMs = nowMs + dayMaxAgeMs;
    await Promise.all(markets.map((market) => market.load()));
    if (block.dataset['live'] !== 'live' && isAnyKnown()) showState(block, 'past');
  }

  for (const pick of block.querySelectorAll<HTMLElement>('[data-pick]'))
    pick.onclick = async () => {
      const { pickMarket } = await import('./pick-market.ts');
      (markets[0] = createMarket(pickMarket(block, pick))).apply(known);
      dueAtMs = 0;
      void loadDay();
    };
  void showOrigin(block);
  void loadDay();
  follow(block, {
    apply(prices) {
      known = prices;
      void loadDay();
      for (const market of markets) market.apply(prices);
      showState(block, 'live');
    },
    lost: () => showState(block, isAnyKnown() ? 'past' : 'unavailable'),
  });
}

function createMarket(element: HTMLElement) {
  const { dataset } = element;
  const { symbol = '' } = dataset;
  const locale = document.documentElement.lang;
  const [rateCell, changeCell, chart] = ['rate', 'change', 'chart'].map((part) =>
    element.querySelector<HTMLElement>(`[data-${part}]`),
  );
  const sides = element.querySelectorAll<HTMLElement>('[data-side]');
  let day: Candle[] = [];
  let shown = 0;

  function show(rate: number) {
    if (rateCell) writeRate(rateCell, formatRate(rate, locale), shown && rate - shown);
    shown = rate;
    const [first, last] = [day[0], day.at(-1)];
    if (!first || !last) return;
    Object.assign(last, { close: rate, high: Math.max(last.high, rate), low: Math.min(last.low, rate) });
    const percent = (rate / first.open - 1) * 100;
    dataset['trend'] = ['down', 'flat', 'up'][Math.sign(Math.round(percent * 100)) + 1];
    if (changeCell) changeCell.textContent = formatSignedPercent(percent, locale);
    if (chart) drawCandles(chart, day, (level) => formatRate(level, locale));
  }

  async function load() {
    const candles = await loadDayOfCandles(symbol);
    const last = candles.at(-1);
    // Another market may have been picked meanwhile.
    if (!last || dataset['symbol'] !== symbol) return;
    day = candles;
    show(shown || last.close);
  }

  function apply(prices: PriceMap) {
    const price = prices[symbol];
    if (!price?.sell) return;
    for (const side of sides) writeRate(side, formatRate(price[side.dataset['side'] as 'buy' | 'sell'], locale), 0);
    if (price.sell !== shown) show(price.sell);
  }

  return { load, apply, isKnown: () => shown > 0 };
}

/**
 * Draws candles that fill the chart's view box, which the page stretches, and writes the levels beside it. Rising
 * candles are one path, falling ones another: the stroke is the wick, the filled box the body.
 */
function drawCandles(chart: HTMLElement, candles: readonly Candle[], textOf: (level: number) => string): void {
  const high = Math.max(...candles.map((candle) => candle.high));
  const range = high - Math.min(...candles.map((candle) => candle.low)) || 1;
  const width = 100 / candles.length;
  const y = (rate: number) => ((high - rate) / range) * 100;
  chart.querySelectorAll('path').forEach((path, isFalling) => {
    const drawn = candles.map(({ open, high: top, low, close }, index) => {
      if (Number(close < open) !== isFalling) return '';
      const x = (index + 0.2) * width;
      return `M${x + 0.3 * width} ${y(top)}V${y(low)}M${x} ${y(open)}h${0.6 * width}V${y(close)}H${x}z`;
    });
    path.setAttribute('d', drawn.join(''));
  });
  const { close = high } = candles.at(-1) ?? {};
  chart.style.setProperty('--level', `${y(close)}%`);
  const [now, ...labels] = chart.querySelectorAll('span');
  if (now) now.textContent = textOf(close);
  labels.forEach((label, index) => {
    const part = (index + 0.5) / labels.length;
    // The label of the newest price must not lie over another one.
    const isFree = Math.abs(part * 100 - y(close)) > 10;
    label.textContent = isFree ? textOf(high - part * range) : '';
  });
}
