import type { Page } from '@playwright/test';
import { expectNoFaults } from '../accessibility.ts';
import { expectNoSideways } from '../account-lists/list-parts.ts';
import { tabTo } from '../keyboard.ts';
import { readShift } from '../layout-shift.ts';
import { expect, test } from '../product-test.ts';
import { demoAffiliate, logInAsAffiliate, logInByAffiliateForm, panel } from './affiliate-parts.ts';

/** All that can be pressed in the header, by name. */
async function headerOf(page: Page): Promise<string[]> {
  const parts = page.getByRole('banner').locator('a, button').filter({ visible: true });
  const named = await parts.evaluateAll((all) =>
    all.map((part) => part.getAttribute('aria-label') ?? (part as HTMLElement).textContent),
  );
  return named.map((name) => name.replace(/\s+/g, ' ').trim());
}

test('the footer has nothing of what customers do', async ({ page }) => {
  await logInAsAffiliate(page);
  await page.goto('/affiliate');
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('link', { name: 'Contact us' })).toBeVisible();
  await expect(footer.getByRole('link', { name: 'Privacy policy' })).toBeVisible();
  for (const name of ['Home', 'About', 'Account levels'])
    await expect(footer.getByRole('link', { name })).toHaveCount(0);
  await expect(footer.getByRole('region')).toHaveCount(1);
});

/** Where its letters begin and end, however wide its place is. */
function textEdges(part: Element): { left: number; right: number } {
  const letters = document.createRange();
  letters.selectNodeContents(part);
  const { left, right } = letters.getBoundingClientRect();
  return { left, right };
}

const always = ['Language: English', 'Switch between the dark and the light theme'];

for (const width of [1440, 360])
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('who comes to log in finds the brand, the language and the theme, and nothing of customers', async ({
      page,
    }) => {
      await page.goto('/affiliate');
      await expect(page.getByRole('heading', { name: 'Affiliate log-in' })).toBeVisible();
      expect(await headerOf(page)).toEqual(['Vernier, home', ...always]);
      await expectNoSideways(page);
      await expectNoFaults(page);
    });

    test('who is in finds the way out there, and whose panel it is; nothing moves when that comes', async ({
      page,
    }) => {
      await logInAsAffiliate(page);
      await page.goto('/affiliate');
      const { rows, main } = panel(page);
      await expect(rows).toHaveCount(12);
      expect(await headerOf(page)).toEqual(['Vernier, home', ...always, 'Log out']);
      await expect(main.getByText(demoAffiliate.name)).toBeVisible();
      await expect(main.getByText(demoAffiliate.email)).toBeVisible();
      await expectNoSideways(page);
      expect(await readShift(page)).toBeLessThan(0.01);
    });

    test('the languages open beside whose panel it is', async ({ page }) => {
      await logInAsAffiliate(page);
      await page.goto('/affiliate');
      await page.getByRole('banner').getByRole('button', { name: 'Language: English' }).click();
      const menu = (await page.getByRole('list', { name: 'Language' }).boundingBox())!;
      const name = await panel(page).main.getByText(demoAffiliate.name).evaluate(textEdges);
      const isBeside = menu.x >= name.right || name.left >= menu.x + menu.width;
      expect(isBeside, JSON.stringify({ menu, name })).toBe(true);
      expect(menu.x + menu.width).toBeLessThanOrEqual(width);
    });

    test('the way out can be pressed as soon as a press is heard, and no sooner', async ({ page }) => {
      await page.goto('/affiliate');
      await logInByAffiliateForm(page);
      await expect(panel(page).rows).toHaveCount(12);
      const scripts = Promise.withResolvers<undefined>();
      await page.route('**/_astro/**/*.js', async (route) => {
        await scripts.promise;
        await route.continue();
      });
      await page.goto('/affiliate', { waitUntil: 'commit' });
      const { logOut } = panel(page);
      await expect(logOut).toBeDisabled();
      scripts.resolve(undefined);
      await expect(logOut).toBeEnabled();
      await logOut.click();
      await expect(page.getByRole('heading', { name: 'Affiliate log-in' })).toBeVisible();
      await expect(logOut).toBeHidden();
    });

    test('by keyboard the language is changed, and the part of the panel stays', async ({ page }) => {
      await logInAsAffiliate(page);
      await page.goto('/affiliate?view=links');
      const header = page.getByRole('banner');
      await tabTo(page, header.getByRole('button', { name: 'Language: English' }));
      await page.keyboard.press('Enter');
      await tabTo(page, header.getByRole('link', { name: 'Deutsch' }));
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/de\/affiliate\?view=links$/);
      await expect(page.getByRole('heading', { name: 'Affiliate-Bereich' })).toBeVisible();
      await expect(header.getByRole('button', { name: 'Abmelden' })).toBeVisible();
    });
  });
