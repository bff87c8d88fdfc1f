import { expect } from 'vitest';
import { getCandles } from '../../../src/lib/contract/endpoints.ts';
import type { Candle } from '../../../src/lib/contract/entities.ts';
import type { FakeServer } from './fake-server.ts';
import { drawn } from './pointer.ts';
import { terminal } from './shown-terminal.tsx';

/** The chart of the trading screen: what it shows, and the minute candles that the server has for it. */

export const minuteNow = () => Math.floor(Date.now() / 60_000) * 60;

/** Minute candles up to `last`, each a little higher than the one before it. */
export function minutes(count: number, last: number): Candle[] {
  return Array.from({ length: count }, (_, index) => {
    const open = 59_000 + index;
    return { time: last - (count - 1 - index) * 60, open, high: open + 2, low: open - 1, close: open + 1 };
  });
}

/** Serves these minute candles, and none of longer resolutions. */
export function serveMinutes(server: FakeServer, history: readonly Candle[]): void {
  server.answerBy(getCandles, ({ address }) => {
    const query = new URL(address, location.href).searchParams;
    if (query.get('resolution') !== '1m') return [];
    const [from, to] = [Number(query.get('from')), Number(query.get('to'))];
    return history.filter(({ time }) => time >= from && time <= to).slice(-5000);
  });
}

/** How often minute candles were requested. */
export const askedMinutes = (server: FakeServer) =>
  server.asked(getCandles).filter(({ address }) => address.includes('resolution=1m')).length;

/** The chart's image, whose accessible name gives the visible range. */
export const view = () => terminal().chart.getByRole('img', { name: / bars from / });
export const viewText = () => view().element().getAttribute('aria-label') ?? '';

export const legend = (name: string) => terminal().chart.getByCss(`[data-bar="${name}"]`);

/** The start of the first and of the last bar in view, in milliseconds. */
export function endsOfView(): [firstMs: number, lastMs: number] {
  const [, first, last] = / bars from (.*) to (.*), UTC$/.exec(viewText()) ?? [];
  return [Date.parse(`${first} UTC`), Date.parse(`${last} UTC`)];
}

export async function choose(resolution: string): Promise<void> {
  await terminal().chart.getByText(resolution, { exact: true }).click();
  await expect.element(view()).toHaveAttribute('data-bars', expect.stringMatching(new RegExp(` ${resolution}$`)));
  await drawn();
}
