import type { Page } from '@playwright/test';

/** The names of the visible links in the header, except the logo. */
export async function shownLinks(page: Page): Promise<string[]> {
  const links = await page.getByRole('banner').getByRole('navigation').getByRole('link').all();
  const names = await Promise.all(links.map(async (link) => ((await link.isVisible()) ? link.textContent() : null)));
  return names.flatMap((name) => (name === null ? [] : [name.trim()]));
}

/** The addresses of the visible links in the footer. */
export function footerAddresses(page: Page): Promise<string[]> {
  const links = page.getByRole('contentinfo').getByRole('link').filter({ visible: true });
  return links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
}
