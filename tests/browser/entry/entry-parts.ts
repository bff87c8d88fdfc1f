import type { Page } from '@playwright/test';
import type { User } from '../../../src/lib/contract/entities.ts';
import { storageKeys } from '../../../src/lib/contract/session.ts';
import { expectNoFaultsInBothThemes } from '../accessibility.ts';
import { expect } from '../product-test.ts';

/** What this browser keeps under a name. */
export const kept = (page: Page, key: keyof typeof storageKeys) =>
  page.evaluate((name) => localStorage.getItem(name), storageKeys[key]);

interface KeptSession {
  access_token: string;
  user: User;
}

/** The session that this browser keeps; fails where there is none. */
export async function keptSession(page: Page): Promise<KeptSession> {
  const session = JSON.parse((await kept(page, 'session')) ?? 'null') as KeptSession | null;
  if (!session) throw new Error('There is no session');
  return session;
}

/** Whether the server still knows a session, by its status. */
export async function statusOf(page: Page, accessToken: string): Promise<number> {
  const headers = { authorization: `Bearer ${accessToken}` };
  return (await page.request.post('/api/accounts/get', { headers, data: {} })).status();
}

/** A page in both themes at both widths: axe finds nothing, and nothing stands out to the right. `act` is done at each width. */
export async function expectSound(
  page: Page,
  { path, act }: { path: string; act: () => Promise<void> },
): Promise<void> {
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto(path);
    await expectNoFaultsInBothThemes(page);
    await act();
    await expectNoFaultsInBothThemes(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
}
