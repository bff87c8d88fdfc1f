import type { Page } from '@playwright/test';
import { defaultLocale, locales } from '../../../src/brand.ts';
import { expectNoFaults, expectNoFaultsInBothThemes } from '../accessibility.ts';
import { contentRoutes, lostRoutes } from '../content-routes.ts';
import { chooseTheme } from '../customer.ts';
import { readShift } from '../layout-shift.ts';
import { listenToFaults } from '../page-faults.ts';
import { expect, test } from '../product-test.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 900, height: 1000 },
  { width: 360, height: 740 },
];

/** What differs between languages is the length of their words: seen where it is narrowest, and where it is widest. */
const sizesOf = (locale: string) => (locale === defaultLocale ? sizes : sizes.filter(({ width }) => width !== 900));

const pathIn = (locale: string, route: string) =>
  (locale === defaultLocale ? route : `/${locale}${route}`).replace(/(.)\/$/, '$1');

/** Goes through the whole page, so that what waits for being seen is there; then back to its beginning. */
async function readThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let y = 0; y < document.documentElement.scrollHeight; y += 600) {
      scrollTo(0, y);
      await new Promise(requestAnimationFrame);
    }
    const pictures = [...document.images].filter(({ complete }) => !complete);
    await Promise.all(pictures.map((picture) => new Promise((loaded) => picture.addEventListener('load', loaded))));
    scrollTo(0, 0);
    await new Promise(requestAnimationFrame);
  });
}

for (const locale of locales) {
  for (const size of sizesOf(locale)) {
    test(`every page in ${locale} at ${size.width} px`, async ({ page }) => {
      test.setTimeout(300_000);
      const faults = listenToFaults(page);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await chooseTheme(page, size.width === 360 ? 'dark' : 'light');
      await page.setViewportSize(size);
      for (const route of [...contentRoutes, ...lostRoutes]) {
        const at = pathIn(locale, route);
        await test.step(at, async () => {
          const answer = await page.goto(at);
          expect(answer?.status(), at).toBe(lostRoutes.includes(route) ? 404 : 200);
          await readThrough(page);
          expect(await readShift(page), `layout shift of ${at}`).toBe(0);
          await expect(page.locator('h1')).toHaveCount(1);
          await expect(page.locator('html')).toHaveAttribute('lang', locale);
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect(overflow, `overflow of ${at}`).toBeLessThanOrEqual(0);
          await (locale === defaultLocale ? expectNoFaultsInBothThemes(page) : expectNoFaults(page));
        });
      }
      expect(faults).toEqual([]);
    });
  }
}

test('the page that there is not, and the one that says so', async ({ page }) => {
  await page.goto('/404');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not found');
  await page.goto('/there-is-no-such-page');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops, cannot find the page');
  await expect(page.getByText('Error code: 404')).toBeVisible();
  await page.goto('/de/there-is-no-such-page');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hoppla, diese Seite gibt es nicht');
  await expect(page).toHaveTitle(/^Hoppla, diese Seite gibt es nicht/);
});

test('the page that stands for one that fails', async ({ page }) => {
  for (const [path, title, code] of [
    ['/_fault', 'This page cannot be shown', 'Error code: 500'],
    ['/de/_fault', 'Diese Seite kann gerade nicht angezeigt werden', 'Fehlercode: 500'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByText(code)).toBeVisible();
  }
});

test('a policy has its contents beside it, or folded above it on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/terms-conditions');
  const contents = page.getByRole('navigation', { name: 'On this page' });
  const headings = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
  await expect(contents.getByRole('link')).toHaveText(headings);
  await contents.getByRole('link').last().click();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).last()).toBeInViewport();
  await expect(contents.getByRole('link').last()).toBeInViewport();

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/terms-conditions');
  await expect(contents).toBeHidden();
  await page.getByText('On this page').click();
  await page.getByRole('main').getByRole('listitem').getByRole('link').nth(1).click();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).nth(1)).toBeInViewport();
});

test('links of a text stay in its language, and lead nowhere that is not offered', async ({ page }) => {
  await page.goto('/de/about');
  await expect(page.getByRole('main').locator('a[href="/de/contact-us"]').first()).toBeAttached();
  await page.goto('/');
  await expect(page.locator('a[href*="/register"]')).toHaveCount(0);
});

test('a picture is as wide as its place, and asked for when it comes near', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/about');
  const picture = page.getByRole('main').locator('figure img');
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(asked.filter((url) => url.includes('/pictures/'))).toEqual([expect.stringMatching(/-480\.webp$/)]);
});

test('the levels are a table, and cards on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/account-levels');
  await expect(page.getByRole('columnheader', { name: 'Platinum' })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole('table')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Platinum' })).toBeVisible();
});

test('where no map is drawn, the address is said once', async ({ page }) => {
  await page.goto('/contact-us');
  await expect(page.getByRole('main').getByText('Neue Mainzer Straße 190')).toHaveCount(1);
  await expect(page.locator('main address')).toHaveCount(1);
});
