import { terminal } from '../customer.ts';
import { expect, test } from '../product-test.ts';
import { choose, drag, legend, open, viewOf, viewText } from './chart-parts.ts';
import { minuteNow, minutes, serveCandles } from './served-candles.ts';

test.describe('bars', () => {
  test('older ones load as one scrolls, until there are none', async ({ page }) => {
    const now = minuteNow();
    // Five hours of minutes today and two of yesterday: two pages of a day each.
    const pages = await serveCandles(page, [...minutes(120, now - 26 * 3600), ...minutes(300, now)]);
    await open(page);
    await choose(page, '1m');
    expect(pages()).toBe(1);
    const scrollUntil = async (answers: number) => {
      await expect(async () => {
        await drag(page, viewOf(page), { x: 450 });
        expect(pages()).toBe(answers);
      }).toPass({ timeout: 30_000 });
    };
    // With each page of the past comes what is new since the last load.
    await scrollUntil(3);
    await expect(legend(page, 'open')).toHaveText(/\d/);
    // Then a silent day, and nothing at all before it: that was the end, and it is not asked for again.
    await scrollUntil(5);
    const end = await viewText(page);
    const oldest = end.replace(/ to .*$/, '');
    await expect(async () => {
      await drag(page, viewOf(page), { x: 450 });
      expect((await viewText(page)).startsWith(oldest)).toBe(true);
    }).toPass({ timeout: 10_000 });
    expect(pages()).toBe(5);
    await expect(terminal(page).chart.getByText('Loading older bars')).toBeHidden();
  });

  test('older ones that could not be loaded are asked for at the next scroll, and the view does not jump', async ({
    page,
  }) => {
    const now = minuteNow();
    await serveCandles(page, [...minutes(120, now - 26 * 3600), ...minutes(300, now)]);
    await open(page);
    await choose(page, '1m');
    const answers: (() => void)[] = [];
    await page.route(/candles\?.*resolution=1m/, async (route) => {
      await new Promise<void>((answer) => answers.push(answer));
      await (answers.length === 1 ? route.abort() : route.fallback());
    });
    const loading = terminal(page).chart.getByText('Loading older bars');
    const drags = async (count: number) => {
      await drag(page, viewOf(page), { x: 300 });
      await expect.poll(() => answers.length).toBe(count);
      await expect(loading).toBeVisible();
    };
    await drags(1);
    answers[0]?.();
    await expect(loading).toBeHidden();
    await drags(2);
    // What is oldest changes; what is newest in view must not.
    const newestInView = (await viewText(page)).replace(/^.* to /, '');
    answers[1]?.();
    // What is new since the last load comes along.
    await expect.poll(() => answers.length).toBe(3);
    answers[2]?.();
    await expect(loading).toBeHidden();
    await expect(viewOf(page)).toHaveAttribute('aria-label', new RegExp(` to ${newestInView}$`));
  });

  test('where the market was silent there is a gap, whose bars have no rates', async ({ page }) => {
    const last = minuteNow();
    // Twenty silent minutes in the middle of eighty: all in view, 3 pixels each.
    await serveCandles(page, [...minutes(30, last - 50 * 60), ...minutes(30, last)]);
    await open(page);
    await choose(page, '1m');
    await expect(legend(page, 'open')).toHaveText(/\d/);
    const box = await viewOf(page).boundingBox();
    if (!box) throw new Error('There is no chart');
    await page.mouse.move(box.x + (box.width - 84) * 0.5, box.y + box.height / 2);
    await expect(legend(page, 'open')).toHaveText('–');
    await expect(legend(page, 'time')).toHaveText(/UTC$/);
    await page.mouse.move(box.x + 60, box.y + box.height / 2);
    await expect(legend(page, 'open')).toHaveText(/^90,0/);
  });
});

test.describe('the view', () => {
  test('stays when the theme changes, and as wide when the symbol does', async ({ page }) => {
    await open(page);
    await choose(page, '15m');
    await drag(page, viewOf(page), { x: 200 });
    const before = await viewText(page);
    await page.getByRole('button', { name: /theme/i }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await expect(viewOf(page)).toHaveAttribute('aria-label', before);
    await terminal(page).market.getByText('EURUSD').click();
    await expect(page.getByRole('region', { name: 'Chart of EURUSD' })).toBeVisible();
    await expect(legend(page, 'close')).toHaveText(/^1\.\d{6}$/);
    await expect(viewOf(page)).toHaveAttribute('aria-label', before);
  });

  test('tells the bar under the crosshair, and the newest without one', async ({ page }) => {
    await open(page);
    await choose(page, '15m');
    const newest = await legend(page, 'time').textContent();
    await viewOf(page).hover();
    await expect(legend(page, 'time')).not.toHaveText(newest ?? '');
    await page.mouse.move(0, 0);
    await expect(legend(page, 'time')).toHaveText(newest ?? '');
  });
});
