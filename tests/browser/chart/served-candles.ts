import type { Page } from '@playwright/test';
import type { Candle } from '../../../src/lib/contract/entities.ts';

/** Answers for candles as the server would, from a history of its own. */
export async function serveCandles(page: Page, history: readonly Candle[]): Promise<() => number> {
  let pages = 0;
  await page.route(/candles\?.*resolution=1m/, async (route) => {
    const query = new URL(route.request().url()).searchParams;
    const [from, to] = [Number(query.get('from')), Number(query.get('to'))];
    pages += 1;
    const data = history.filter(({ time }) => time >= from && time <= to).slice(-5000);
    await route.fulfill({ json: { status: 'success', data } });
  });
  return () => pages;
}

export const minuteNow = () => Math.floor(Date.now() / 60_000) * 60;

/** Minutes up to one, each a little higher than the one before it. */
export function minutes(count: number, last: number): Candle[] {
  return Array.from({ length: count }, (_, index) => {
    const open = 90_000 + index;
    return { time: last - (count - 1 - index) * 60, open, high: open + 2, low: open - 1, close: open + 1 };
  });
}
