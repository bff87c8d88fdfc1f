import type { Page } from '@playwright/test';
import type { User } from '../../../src/lib/contract/entities.ts';
import { storageKeys } from '../../../src/lib/contract/session.ts';
import { logIn } from '../customer.ts';
import { expect } from '../product-test.ts';

/** Logs a customer in and opens a page of the account; its form is there then. */
export async function openAccount(
  page: Page,
  name: 'info' | 'password' | 'documents' | 'security',
  { email, start = '' }: { email: string; start?: '' | '/de' },
): Promise<void> {
  await logIn(page, email);
  await page.goto(`${start}/my-account/${name}`);
  await expectAccount(page);
}

/** The account is read, and its page is there. */
export async function expectAccount(page: Page): Promise<void> {
  await expect(page.locator('main astro-island:not([ssr])')).toBeAttached();
  await expect(page.locator('main [aria-busy]')).toHaveCount(0);
}

/** The place of one document. */
export const slot = (page: Page, field: string) => page.locator(`[data-document="doc_${field}"]`);

/** The panel with what the account is. */
export const panelOf = (page: Page) => page.getByRole('region', { name: 'Your account at a glance' });

/**
 * Lets the test push what the server would push when an operator changed the account, over the page's own socket: once that is open, and
 * once the account was loaded, which would undo a push that came before it. Asked for before the page is opened.
 */
export async function openPush(page: Page): Promise<(change: Partial<User>) => Promise<void>> {
  let say: ((message: string) => void) | undefined;
  const loaded = page.waitForResponse('**/api/accounts/get');
  await page.routeWebSocket(/[?&]token=/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      socket.send(message);
      // The namespace is joined: the page listens.
      if (String(message).startsWith('40')) say = (news) => socket.send(news);
    });
  });
  return async (change) => {
    await (await loaded).finished();
    await expect.poll(() => say !== undefined).toBe(true);
    const session = await page.evaluate((key) => localStorage.getItem(key) ?? '{}', storageKeys.session);
    const { user } = JSON.parse(session) as { user: User };
    say?.(`42${JSON.stringify(['user', { ...user, ...change }])}`);
  };
}
