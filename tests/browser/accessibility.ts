import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** What axe finds by colours; of all else it finds the same in every theme. */
const rulesOfColours = ['color-contrast', 'link-in-text-block'];

/** Nothing fades or slides any more: on its way a thing has colours and places that nobody has to read. */
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
  // A page of one frame is judged where it stands, and given axe once; only for several is a second page opened, to put
  // their parts together.
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
 * Nothing on the page, or in the part of it that a selector names, hinders anybody: by axe, each fault with where it
 * is.
 */
export async function expectNoFaults(page: Page, part?: string): Promise<void> {
  expect(await faultsOf(page, { part })).toEqual([]);
}

/** Nor does it in the other theme, which is another one by its colours alone. The page is in its own again then. */
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
