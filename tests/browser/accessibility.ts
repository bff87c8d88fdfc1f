import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** Nothing on the page, or in the part of it that a selector names, hinders anybody: by axe, each fault with where it is. */
export async function expectNoFaults(page: Page, part?: string): Promise<void> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (part === undefined ? axe : axe.include(part)).analyze();
  const faults = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
  expect(faults).toEqual([]);
}
