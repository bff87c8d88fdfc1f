import type { Page } from '@playwright/test';

/**
 * Holds the scripts of the site back, so that its forms are used before they are ready. Returns what lets them load.
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
