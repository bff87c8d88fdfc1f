import type { Page } from '@playwright/test';

/**
 * Holds back the site's scripts, so that a test can use a form before it is ready. Returns a function that releases
 * them.
 */
export async function holdScripts(page: Page): Promise<() => void> {
  let letLoad: () => void = () => undefined;
  const loaded = new Promise<void>((resolve) => (letLoad = resolve));
  await page.route('**/_astro/**/*.js', async (route) => {
    await loaded;
    await route.continue();
  });
  return letLoad;
}
