import { formatRate, formatSignedPercent } from '../../lib/format/format-number.ts';
import { loadFeed } from '../../stores/feed.ts';
import { loadDayOfRates } from '../../stores/recent-rates.ts';

/** Draws the last 24 hours of each market on the board: one request each when the page opens, and none after. */
export async function drawBoard(board: HTMLElement): Promise<void> {
  const locale = document.documentElement.lang;
  const places = [...board.querySelectorAll<HTMLElement>('[data-symbol]')];
  void showOrigin(board);
  const drawn = await Promise.all(places.map((place) => drawMarket(place, locale)));
  board.dataset['state'] = drawn.some(Boolean) ? 'ready' : 'unavailable';
  const time = board.querySelector<HTMLElement>('[data-as-of]');
  const text = time?.dataset['asOf'];
  if (time && text) time.textContent = text.replace('{{time}}', new Date().toISOString().slice(11, 16));
}

/** Made-up and recorded prices are never shown without a word that says so. */
async function showOrigin(board: HTMLElement): Promise<void> {
  const feed = await loadFeed();
  for (const note of board.querySelectorAll<HTMLElement>('[data-origin]')) {
    note.hidden = note.dataset['origin'] !== feed?.origin;
  }
}

async function drawMarket(place: HTMLElement, locale: string): Promise<boolean> {
  const { symbol = '', resolution } = place.dataset;
  const rates = await loadDayOfRates(symbol, resolution === '15m' ? '15m' : '1h');
  const [first] = rates;
  const last = rates.at(-1);
  if (first === undefined || last === undefined) return false;
  const percent = (last / first - 1) * 100;
  place.dataset['trend'] = trend(percent);
  write(place, '[data-rate]', formatRate(last, locale));
  write(place, '[data-change]', formatSignedPercent(percent, locale));
  drawLine(place, rates);
  return true;
}

function trend(percent: number): 'up' | 'down' | 'flat' {
  if (Math.abs(percent) < 0.005) return 'flat';
  return percent > 0 ? 'up' : 'down';
}

function write(place: HTMLElement, selector: string, text: string): void {
  const element = place.querySelector(selector);
  if (element) element.textContent = text;
}

/** The line fills the view box of its drawing, which is stretched by the page; strokes keep their width. */
function drawLine(place: HTMLElement, rates: readonly number[]): void {
  const drawing = place.querySelector('svg[data-line]');
  const [, , width = 0, height = 0] = (drawing?.getAttribute('viewBox') ?? '').split(' ').map(Number);
  const low = Math.min(...rates);
  const range = Math.max(...rates) - low || 1;
  const step = width / Math.max(rates.length - 1, 1);
  const y = (rate: number) => (height - ((rate - low) / range) * height).toFixed(1);
  const line = rates.map((rate, index) => `${index ? 'L' : 'M'}${(index * step).toFixed(1)} ${y(rate)}`).join('');
  drawing?.querySelector('.line')?.setAttribute('d', line);
  drawing?.querySelector('.area')?.setAttribute('d', `${line}V${height}H0Z`);
  const level = drawing?.querySelector('.level');
  level?.setAttribute('y1', y(rates.at(-1) ?? low));
  level?.setAttribute('y2', y(rates.at(-1) ?? low));
}
