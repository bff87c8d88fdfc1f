import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** The axe rules that depend on colours. All other findings are the same in every theme. */
export const rulesOfColours = ['color-contrast', 'link-in-text-block'];

/**
 * Waits for transitions and animations to end. Their intermediate colours and positions would be reported as faults.
 */
async function comeToRest(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

async function faultsOf(
  page: Page,
  { part, rules }: { part?: string | undefined; rules?: string[] },
): Promise<string[]> {
  await comeToRest(page);
  // A page without iframes is analysed directly and gets the axe script only once. In its normal mode axe opens a
  // second page to combine the results of several frames.
  const isOne = page.frames().length === 1;
  const isThere = isOne && (await page.evaluate(() => 'axe' in window));
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode(isOne);
  if (part !== undefined) axe.include(part);
  if (rules) axe.withRules(rules);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/**
 * Expects axe to find nothing on the page, or in the part that a selector names. A failure lists each fault with its
 * location.
 */
export async function expectNoFaults(page: Page, part?: string): Promise<void> {
  expect(await faultsOf(page, { part })).toEqual([]);
}

/**
 * Like `expectNoFaults`, but in both themes. The other theme differs only in colours, so only the colour rules run
 * again. Restores the theme.
 */
export async function expectNoFaultsInBothThemes(page: Page, part?: string): Promise<void> {
  await expectNoFaults(page, part);
  const own = await page.locator('html').getAttribute('data-theme');
  await showTheme(page, own === 'dark' ? 'light' : 'dark');
  expect(await faultsOf(page, { part, rules: rulesOfColours }), 'in the other theme').toEqual([]);
  await showTheme(page, own === 'dark' ? 'dark' : 'light');
}

function showTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  return page.evaluate((shown) => void (document.documentElement.dataset['theme'] = shown), theme);
}
