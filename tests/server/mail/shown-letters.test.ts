import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from '@playwright/test';
import { chromium } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleLetters } from '../../../scripts/mails/sample-letters.ts';
import { locales } from '../../../src/brand.ts';
import { writeLetter } from '../../../src/server/mail/write-letter.ts';
import { rulesOfColours } from '../../browser/accessibility.ts';
import { findBrowserLaunch } from '../../support/product/find-chromium.ts';

/** Mails as a phone shows them, in both themes. */

let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch(await findBrowserLaunch());
});
afterAll(() => browser.close());

const long = 'A very long reason that somebody wrote without any thought of small screens, 0123456789'.repeat(2);
const facts = { siteUrl: 'https://broker.example', reason: long, destination: long };

test('every mail fits 360 px and has no axe faults, in both themes', async () => {
  const context = await browser.newContext({ viewport: { width: 360, height: 780 }, colorScheme: 'light' });
  const page = await context.newPage();
  for (const locale of locales)
    for (const [name, letter] of sampleLetters(locale, facts)) {
      await page.setContent(writeLetter(letter, 'Ada').html);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, `${locale}/${name}`).toBe(360);
      if (locale === 'en') await expectNoFaults(page, name);
    }
  await context.close();
}, 120_000);

/** The other theme differs only in colours, so only the rules of colours run there. */
async function expectNoFaults(page: Page, name: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    // The run in the light theme has left axe's script in the page.
    const script = theme === 'dark' ? { axeSource: ';' } : {};
    const axe = new AxeBuilder({ page, ...script }).options({ resultTypes: ['violations'] }).setLegacyMode();
    if (theme === 'dark') axe.withRules(rulesOfColours);
    const { violations } = await axe.analyze();
    expect(violations.map(({ id, nodes }) => [name, theme, id, nodes[0]?.html])).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
