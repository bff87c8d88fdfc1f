import type { Page } from '@playwright/test';
import { expectNoFaultsInBothThemes } from '../accessibility.ts';
import { expectNoSideways } from '../account-lists/list-parts.ts';

/** The page as it stands hinders nobody: in both themes, on a wide and on a narrow screen. */
export async function expectNobodyHindered(page: Page): Promise<void> {
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSideways(page);
    await expectNoFaultsInBothThemes(page);
  }
}

interface Options {
  methods: object[];
}

/** Changes what the server answers about how can be paid, and how much. */
export async function serveOptions(page: Page, change: (options: Options) => object): Promise<void> {
  await page.route('**/api/payments/get', async (route) => {
    const response = await route.fetch();
    const { data, ...answer } = (await response.json()) as { data: Options };
    await route.fulfill({ response, json: { ...answer, data: { ...data, ...change(data) } } });
  });
}
