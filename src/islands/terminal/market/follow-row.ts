import type { Translate } from '../../../lib/i18n/translate.ts';
import { followDayTrend } from '../../../stores/candles.ts';
import { priceBook } from '../../../stores/prices.ts';
import { dash, rateWriter, spreadText, writeChange, writeText } from '../live/follow-price.ts';
import { ageText } from '../live/live-price.tsx';

/** What the live cells of a market row depend on; `data-cell` names each cell. */
interface RowFacts {
  symbol: string;
  locale: string;
  t: Translate;
}

/**
 * Updates a market row's bid, ask, spread, change and sparkline; called when the row comes on the screen. Returns a
 * function that stops the updates. Only meanwhile are the figures there for screen readers: in rows out of view there
 * are none, or old ones.
 */
export function followRow(row: HTMLElement, { symbol, locale, t }: RowFacts): () => void {
  const cell = (name: string) => row.querySelector<HTMLElement>(`[data-cell="${name}"]`);
  const [sell, buy, spread, change] = [cell('sell'), cell('buy'), cell('spread'), cell('change')];
  const line = row.querySelector<SVGPathElement>('[data-cell="line"]');
  if (!sell || !buy || !spread || !change) return () => undefined;
  const writeSell = rateWriter(sell, { symbol, locale });
  const writeBuy = rateWriter(buy, { symbol, locale });
  let openRate = 0;

  const update = () => {
    const price = priceBook.get(symbol);
    if (!price) return;
    writeSell(price.sell, price.stale);
    writeBuy(price.buy, price.stale);
    writeText(spread, spreadText(price, { symbol, locale, t }));
    const isPriced = price.buy > 0 && price.sell > 0;
    if (row.hasAttribute('data-unpriced') === isPriced) row.toggleAttribute('data-unpriced', !isPriced);
    if (!isPriced) writeText(change, dash, 'none');
    else if (price.stale) writeText(change, ageText(priceBook.ageMs(symbol), t), 'stale');
    else if (openRate > 0) writeChange(change, (price.sell / openRate - 1) * 100, locale);
  };

  update();
  const figures = row.querySelectorAll<HTMLElement>('[data-spoken]');
  for (const figure of figures) figure.ariaHidden = null;
  const stops = [
    () => figures.forEach((figure) => (figure.ariaHidden = 'true')),
    followDayTrend(symbol, (trend) => {
      openRate = trend.openRate;
      if (line) drawSparkline(line, [trend.openRate, ...trend.closes]);
      update();
    }),
    priceBook.watch([symbol], () => updateSoon(update)),
    () => waiting.delete(update),
  ];
  return () => stops.forEach((stop) => stop());
}

/** About how often the list changes. Nobody can read two dozen rows that change ten times a second. */
const listEveryMs = 200;

/** How much earlier the list may be written to share a price update, and how much later by the timer if none comes. */
const slackMs = 40;

const waiting = new Set<() => void>();
let writtenMs = -Infinity;
let timer: ReturnType<typeof setTimeout> | undefined;
let isWriting = false;

/**
 * Updates a row together with all others that have changed by then: one style and layout for all of them, in the
 * animation frame in which the prices elsewhere change.
 */
function updateSoon(update: () => void): void {
  waiting.add(update);
  if (isWriting) return;
  const dueInMs = writtenMs + listEveryMs - performance.now();
  if (dueInMs <= slackMs) {
    isWriting = true;
    // After the rows that this price update changes too.
    queueMicrotask(writeRows);
  } else timer ??= setTimeout(writeRows, Math.min(dueInMs, listEveryMs) + slackMs);
}

function writeRows() {
  clearTimeout(timer);
  timer = undefined;
  isWriting = false;
  writtenMs = performance.now();
  const updates = [...waiting];
  waiting.clear();
  for (const each of updates) each();
}

/** The size of a row's sparkline; the svg's viewBox is the same. */
export const sparklineBox = { width: 40, height: 16 };

/**
 * The SVG path of a line through the values, oldest on the left, which fills the box; empty for fewer than two values.
 */
function sparklinePath(values: readonly number[], { width, height } = sparklineBox): string {
  if (values.length < 2) return '';
  const lowest = Math.min(...values);
  const range = Math.max(...values) - lowest;
  const step = width / (values.length - 1);
  return values
    .map((value, index) => {
      const y = range === 0 ? height / 2 : 1 + (1 - (value - lowest) / range) * (height - 2);
      return `${index === 0 ? 'M' : 'L'}${(index * step).toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}

function drawSparkline(path: SVGPathElement, values: readonly number[]): void {
  path.setAttribute('d', sparklinePath(values));
  const [first = 0] = values;
  path.dataset['trend'] = (values.at(-1) ?? 0) >= first ? 'up' : 'down';
}
