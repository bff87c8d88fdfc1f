import type { PriceMap } from '../../lib/contract/entities.ts';
import { formatRate, formatSignedPercent } from '../../lib/format/format-number.ts';
import { loadDayOfRates } from '../../stores/recent-rates.ts';
import { followPrices } from './follow-prices.ts';
import { showOrigin, showState, writeRate } from './live-block.ts';

/** The maximum age of the loaded rate of "24 hours ago". */
const dayMaxAgeMs = 15 * 60_000;

/** Shows the markets of a block: the live bid and the 24-hour change of each element with `data-symbol`. */
export function showMarkets(block: HTMLElement): void {
  const markets = [...block.querySelectorAll<HTMLElement>('[data-symbol]')].map(createMarket);
  let loadedAtMs = -Infinity;

  async function loadDay() {
    if (performance.now() - loadedAtMs < dayMaxAgeMs) return;
    loadedAtMs = performance.now();
    const loaded = await Promise.all(markets.map((market) => market.load()));
    if (block.dataset['live'] === 'loading' && loaded.some(Boolean)) showState(block, 'past');
  }

  void showOrigin(block);
  void loadDay();
  followPrices(block, {
    apply(prices) {
      void loadDay();
      for (const market of markets) market.apply(prices);
      showState(block, 'live');
    },
    lost: () => showState(block, markets.some((market) => market.isKnown()) ? 'past' : 'unavailable'),
  });
}

function createMarket(element: HTMLElement) {
  const { symbol = '', resolution } = element.dataset;
  const locale = document.documentElement.lang;
  const rateCell = element.querySelector<HTMLElement>('[data-rate]');
  const changeCell = element.querySelector('[data-change]');
  const drawing = element.querySelector('[data-line]');
  let day: number[] = [];
  let shown = 0;

  function show(rate: number) {
    if (rateCell) writeRate(rateCell, formatRate(rate, locale), shown && rate - shown);
    shown = rate;
    const [first] = day;
    if (first === undefined) return;
    const percent = (rate / first - 1) * 100;
    element.dataset['trend'] = Math.abs(percent) < 0.005 ? 'flat' : percent > 0 ? 'up' : 'down';
    if (changeCell) changeCell.textContent = formatSignedPercent(percent, locale);
    drawLine(drawing, [...day.slice(0, -1), rate]);
  }

  return {
    isKnown: () => shown > 0,
    /** Resolves to false if the server has no rates. */
    async load(): Promise<boolean> {
      const rates = await loadDayOfRates(symbol, resolution === '15m' ? '15m' : '1h');
      const last = rates.at(-1);
      if (last === undefined) return false;
      day = rates;
      show(shown || last);
      return true;
    },
    apply(prices: PriceMap) {
      const rate = prices[symbol]?.sell;
      if (rate && rate !== shown) show(rate);
    },
  };
}

/**
 * Draws rates as a line that fills the drawing's view box. The page stretches the drawing; strokes keep their width.
 */
function drawLine(drawing: Element | null, rates: readonly number[]): void {
  if (!drawing) return;
  const [, , width = 0, height = 0] = (drawing.getAttribute('viewBox') ?? '').split(' ').map(Number);
  const low = Math.min(...rates);
  const range = Math.max(...rates) - low || 1;
  const step = width / Math.max(rates.length - 1, 1);
  const y = (rate: number) => (height - ((rate - low) / range) * height).toFixed(1);
  const line = rates.map((rate, index) => `${index ? 'L' : 'M'}${(index * step).toFixed(1)} ${y(rate)}`).join('');
  drawing.querySelector('.line')?.setAttribute('d', line);
  drawing.querySelector('.area')?.setAttribute('d', `${line}V${height}H0Z`);
  const level = drawing.querySelector('.level');
  for (const end of ['y1', 'y2']) level?.setAttribute(end, y(rates.at(-1) ?? low));
}
