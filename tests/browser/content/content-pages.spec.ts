import type { Page } from '@playwright/test';
import type { Locale } from '../../../src/brand.ts';
import { locales } from '../../../src/brand.ts';
import { writeAddress } from '../../../src/content/addresses.ts';
import { expectNoFaultsInBothThemes } from '../accessibility.ts';
import { contentRoutes, lostRoutes } from '../content-routes.ts';
import { readShift } from '../layout-shift.ts';
import { isFullMatrix } from '../matrix.ts';
import { listenToFaults } from '../page-faults.ts';
import { expect, test } from '../product-test.ts';

/** What only a browser can show about pages. Their markup is tested in tests/flows/site. */

const phone = { width: 360, height: 740 };
const tablet = { width: 900, height: 1000 };
const desk = { width: 1440, height: 900 };

/**
 * Scrolls through the whole page, so that everything that loads when it comes into view is loaded, and back to the top.
 */
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

async function expectToFit(page: Page, at: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, `overflow of ${at}`).toBeLessThanOrEqual(0);
}

for (const locale of locales) {
  test(`every page in ${locale} fits every screen, without layout shifts`, async ({ page }) => {
    const faults = listenToFaults(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const route of [...contentRoutes, ...lostRoutes]) {
      const at = writeAddress({ locale, slug: route.slice(1) });
      await test.step(at, async () => {
        await page.setViewportSize(phone);
        await page.goto(at);
        await readThrough(page);
        expect(await readShift(page), `layout shift of ${at}`).toBe(0);
        for (const size of [phone, tablet, desk]) {
          await page.setViewportSize(size);
          await expectToFit(page, `${at} at ${size.width} px`);
        }
      });
    }
    expect(faults).toEqual([]);
  });
}

const kinds = [
  ...['/', '/about', '/account-levels', '/contact-us', '/economic-calendar', '/terms-conditions', '/trading-basics'],
  ...['/404', '/there-is-no-such-page', '/_fault'],
];
const kindsIn = (locale: Locale) => kinds.map((route) => writeAddress({ locale, slug: route.slice(1) }));
const checkedByAxe = isFullMatrix
  ? locales.map((locale) => ({ locale, addresses: kindsIn(locale) }))
  : [{ locale: 'en', addresses: [...kindsIn('en'), '/de'] }];

for (const { locale, addresses } of checkedByAxe) {
  test(`one page of each kind is accessible in ${locale}, on a phone and on a desktop, in both themes`, async ({
    page,
  }) => {
    const faults = listenToFaults(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const at of addresses) {
      await test.step(at, async () => {
        await page.setViewportSize(desk);
        await page.goto(at);
        await readThrough(page);
        expect(await readShift(page), `layout shift of ${at}`).toBe(0);
        for (const size of isFullMatrix ? [desk, tablet, phone] : [desk, phone]) {
          await page.setViewportSize(size);
          await expectNoFaultsInBothThemes(page);
        }
      });
    }
    expect(faults).toEqual([]);
  });
}

test('a reader finds the contents of a policy, the levels and the pictures of a page, wide and on a phone', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const main = page.getByRole('main');
  const contents = page.getByRole('navigation', { name: 'On this page' });

  await test.step('a policy has its table of contents beside it, or collapsed above it on a phone', async () => {
    await page.setViewportSize(desk);
    await page.goto('/terms-conditions');
    const headings = await main.getByRole('heading', { level: 2 }).allTextContents();
    await expect(contents.getByRole('link')).toHaveText(headings);
    await contents.getByRole('link').last().click();
    await expect(main.getByRole('heading', { level: 2 }).last()).toBeInViewport();
    await expect(contents.getByRole('link').last()).toBeInViewport();

    await page.setViewportSize(phone);
    await page.goto('/terms-conditions');
    await expect(contents).toBeHidden();
    await page.getByText('On this page').click();
    await main.getByRole('listitem').getByRole('link').nth(1).click();
    await expect(main.getByRole('heading', { level: 2 }).nth(1)).toBeInViewport();
  });

  await test.step('a picture is as wide as its container, and loads when it comes near', async () => {
    await page.goto('/about');
    const picture = main.locator('figure img');
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    expect(asked.filter((url) => url.includes('/pictures/'))).toEqual([expect.stringMatching(/-480\.webp$/)]);
  });

  await test.step('the levels are a table, also where they look like cards', async () => {
    await page.setViewportSize(desk);
    await page.goto('/account-levels');
    await expect(page.getByRole('columnheader', { name: 'Platinum' })).toBeVisible();
    await page.setViewportSize(phone);
    await expect(page.getByRole('columnheader', { name: 'Platinum' })).toBeVisible();
    await expect(page.getByRole('row', { name: 'A personal contact' })).toBeAttached();
    const tops = await page
      .getByRole('columnheader')
      .evaluateAll((heads) => heads.map((head) => Math.round(head.getBoundingClientRect().top)));
    expect(new Set(tops).size).toBe(4);
  });
});
