import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** Nothing fades or slides any more: on its way a thing has colours and places that nobody has to read. */
async function comeToRest(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** Nothing on the page, or in the part of it that a selector names, hinders anybody: by axe, each fault with where it is. */
export async function expectNoFaults(page: Page, part?: string): Promise<void> {
  await comeToRest(page);
  // A page of one frame is judged where it stands; only for several is a second page opened, to put their parts together.
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode(page.frames().length === 1);
  const { violations } = await (part === undefined ? axe : axe.include(part)).analyze();
  const faults = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
  expect(faults).toEqual([]);
}
