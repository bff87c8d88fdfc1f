import type { run } from 'axe-core';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoFaults, expectNoSideways } from './accessibility.ts';

/** Colours that fade from one theme to the other are on their way. */
const still = document.createElement('style');
still.textContent = '* { transition: none !important }';

/** An island that is all of its page has the page's heading: those below it are in order. */
async function expectHeadingsInOrder(): Promise<void> {
  const { axe } = window as unknown as { axe: { run: typeof run } };
  const { violations } = await axe.run('body', { resultTypes: ['violations'], runOnly: ['heading-order'] });
  expect(violations.flatMap(({ nodes }) => nodes.map(({ target }) => target.join(' ')))).toEqual([]);
}

/** What an island that is all of its page shows hinders nobody: in both themes, on screens of these widths. */
export async function expectNobodyHinderedAt(...widths: readonly number[]): Promise<void> {
  document.head.append(still);
  const { dataset } = document.documentElement;
  for (const width of widths) {
    await page.viewport(width, 800);
    await expectNoSideways();
    for (const theme of ['light', 'dark']) {
      dataset.theme = theme;
      await expectNoFaults();
    }
    await expectHeadingsInOrder();
  }
  delete dataset.theme;
  still.remove();
}
