import type { Page } from '@playwright/test';
import { terminal } from '../customer.ts';
import { expect, test } from '../product-test.ts';
import { choose, drag, legend, open, viewOf, viewText } from './chart-parts.ts';
import { minuteNow, minutes, serveCandles } from './served-candles.ts';

const latest = (page: Page) => terminal(page).chart.getByRole('button', { name: 'Latest' });

/** When the first bar in view begins, and the last: milliseconds. */
async function endsOf(page: Page): Promise<[firstMs: number, lastMs: number]> {
  const [, first, last] = /^Bars from (.*) to (.*), UTC$/.exec(await viewText(page)) ?? [];
  return [Date.parse(`${first} UTC`), Date.parse(`${last} UTC`)];
}

/** Opens a chart of four minutes a pixel's width apart, and drags into its past until its first bar stays where it is. */
async function openPast(page: Page): Promise<number> {
  const now = minuteNow();
  await serveCandles(page, minutes(900, now));
  await open(page);
  await choose(page, '1m');
  const [, newest] = await endsOf(page);
  await expect(latest(page)).toBeHidden();
  await expect(async () => {
    await drag(page, viewOf(page), { x: 450 });
    expect((await endsOf(page))[0]).toBe((now - 899 * 60) * 1000);
  }).toPass({ timeout: 20_000 });
  return newest;
}

test.describe('the way back', () => {
  test('ends at the first bar, and a button leads to the newest', async ({ page }) => {
    const newest = await openPast(page);
    const [, last] = await endsOf(page);
    await drag(page, viewOf(page), { x: 450 });
    // The view is as full as before: the first bar did not leave its edge.
    expect((await endsOf(page))[1]).toBe(last);
    await expect(latest(page)).toBeVisible();
    await latest(page).focus();
    await page.keyboard.press('Enter');
    await expect(latest(page)).toBeHidden();
    await expect.poll(async () => (await endsOf(page))[1]).toBeGreaterThanOrEqual(newest);
  });

  test('a double click shows what was shown at first', async ({ page }) => {
    const newest = await openPast(page);
    await viewOf(page).dblclick({ position: { x: 300, y: 200 } });
    await expect(latest(page)).toBeHidden();
    await expect.poll(async () => (await endsOf(page))[1]).toBeGreaterThanOrEqual(newest);
  });

  test('the future is at most half of the view', async ({ page }) => {
    await serveCandles(page, minutes(900, minuteNow()));
    await open(page);
    await choose(page, '1m');
    for (let drags = 0; drags < 4; drags += 1) await drag(page, viewOf(page), { x: -450 });
    const box = await viewOf(page).boundingBox();
    if (!box) throw new Error('There is no chart');
    // Where the view begins there is a bar, and where it is half over there is the newest.
    await page.mouse.move(box.x + 20, box.y + 150);
    await expect(legend(page, 'time')).toHaveText(/UTC$/);
    const [first, last] = await endsOf(page);
    expect(first).toBeLessThan(last);
  });
});

test.describe('few bars', () => {
  test('are no wider than bars of a long history', async ({ page }) => {
    // Of two days of history there are three candles of a day.
    await open(page);
    const box = await viewOf(page).boundingBox();
    if (!box) throw new Error('There is no chart');
    const newest = await legend(page, 'time').textContent();
    // They stand at the right: in the middle there is none, and none is under the crosshair.
    await page.mouse.move(box.x + box.width / 2, box.y + 150);
    await expect(legend(page, 'time')).toHaveText(newest ?? '?');
    await page.mouse.move(box.x + box.width - 84 - 24, box.y + 150);
  });
});

test('the resolution is the same after the page is loaded again, and for another asset', async ({ page }) => {
  await open(page);
  await choose(page, '4h');
  await page.reload();
  const chosen = terminal(page).chart.getByRole('radio', { name: '4h' });
  await expect(chosen).toBeChecked();
  await page.goto('/platform/EURUSD');
  await expect(chosen).toBeChecked();
  await expect(viewOf(page)).toBeVisible();
});

for (const width of [900, 1440]) {
  test(`the screen is as high as a window of ${width} px, and no pixel higher`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await open(page);
    const heights = await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
    expect(heights[0]).toBe(heights[1]);
  });
}
