import type { Page } from '@playwright/test';
import type { OtherSite } from '../../support/peers/other-site.ts';
import { expectNoFaults } from '../accessibility.ts';
import { listenToFaults } from '../page-faults.ts';
import { expect } from '../product-test.ts';

interface ShownEmbed {
  provider: OtherSite;
  path: string;
  /** The beginning of the provider's address, up to the language. */
  address: string;
  title: string;
  height: number;
}

/**
 * Expects the provider's page in place of the block: in a container of its own, in the page's theme, loaded only when
 * it is near the viewport.
 */
export async function expectEmbed(page: Page, { provider, path, address, title, height }: ShownEmbed): Promise<void> {
  provider.asked.length = 0;
  const faults = listenToFaults(page);
  await page.setViewportSize({ width: 360, height: 500 });
  await page.goto(path, { waitUntil: 'networkidle' });
  const frame = page.locator('iframe').filter({ visible: true });
  await expect(frame).toHaveCount(1);
  await expect(frame).toHaveAttribute('title', title);
  await expect(frame).toHaveAttribute('loading', 'lazy');
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts allow-same-origin allow-popups');
  await expect(frame).toHaveAttribute('referrerpolicy', 'origin');
  await expect(frame).toHaveJSProperty('offsetHeight', height);
  await frame.scrollIntoViewIfNeeded();
  await expect(frame.contentFrame().getByRole('heading')).toHaveText(`${address}&theme=dark`);
  expect(provider.asked.filter((asked) => asked.includes('theme=light'))).toEqual([]);
  await expectNoFaults(page);

  await page.evaluate(() => scrollTo(0, 0));
  await page.locator('[data-theme-toggle]').click();
  await frame.scrollIntoViewIfNeeded();
  await expect(frame.contentFrame().getByRole('heading')).toHaveText(`${address}&theme=light`);
  expect(faults).toEqual([]);
}

/** Expects a policy that allows pages to frame the provider and the players of their own videos, and nothing else. */
export function expectFramePolicy(policy: string | undefined, origin: string, players: readonly string[] = []): void {
  const named = (policy ?? '').split(';').filter((directive) => directive.includes(origin));
  expect(named.map((directive) => directive.trim())).toEqual([`frame-src ${[origin, ...players].join(' ')}`]);
}
