import { page } from 'vitest/browser';
import { expectNoFaults, expectNoSideways } from './accessibility.ts';

/** Colours that fade from one theme to the other are on their way. */
const still = document.createElement('style');
still.textContent = '* { transition: none !important }';

/** What is shown hinders nobody as it stands: in both themes, on a wide and on a narrow screen. */
export async function expectNobodyHindered(): Promise<void> {
  document.head.append(still);
  const { dataset } = document.documentElement;
  for (const width of [1440, 360]) {
    await page.viewport(width, 800);
    await expectNoSideways();
    for (const theme of ['light', 'dark']) {
      dataset['theme'] = theme;
      await expectNoFaults();
    }
  }
  delete dataset['theme'];
  still.remove();
}
