import type { Page } from '@playwright/test';
import type { User } from '../../../src/lib/contract/entities.ts';
import { storageKeys } from '../../../src/lib/contract/session.ts';

/** The value that this browser stores under a key. */
export const kept = (page: Page, key: keyof typeof storageKeys) =>
  page.evaluate((name) => localStorage.getItem(name), storageKeys[key]);

interface KeptSession {
  access_token: string;
  user: User;
}

/** The session that this browser stores; fails if there is none. */
export async function keptSession(page: Page): Promise<KeptSession> {
  const session = JSON.parse((await kept(page, 'session')) ?? 'null') as KeptSession | null;
  if (!session) throw new Error('There is no session');
  return session;
}

/** The HTTP status of a call with a session's token, which shows whether the server still knows it. */
export async function statusOf(page: Page, accessToken: string): Promise<number> {
  const headers = { authorization: `Bearer ${accessToken}` };
  return (await page.request.post('/api/accounts/get', { headers, data: {} })).status();
}
