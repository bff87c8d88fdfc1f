import type { Page } from '@playwright/test';

/** The names of the links that can be seen in the header, but for the logo. */
export async function shownLinks(page: Page): Promise<string[]> {
  const links = await page.getByRole('banner').getByRole('navigation').getByRole('link').all();
  const names = await Promise.all(links.map(async (link) => ((await link.isVisible()) ? link.textContent() : null)));
  return names.flatMap((name) => (name === null ? [] : [name.trim()]));
}

/** Where the links lead that can be seen in the footer. */
export function footerAddresses(page: Page): Promise<string[]> {
  const links = page.getByRole('contentinfo').getByRole('link').filter({ visible: true });
  return links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
}
