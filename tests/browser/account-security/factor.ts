import type { APIRequestContext, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import {
  disableSecondFactor,
  enableSecondFactor,
  endSessions,
  startSecondFactor,
} from '../../../src/lib/contract/accounts/account-endpoints.ts';
import { storageKeys } from '../../../src/lib/contract/session.ts';
import { demoPassword } from '../customer.ts';

/**
 * Switches the second factor of a demo customer on and, after the test, off again, because other tests use the account.
 */

const stepMs = 30_000;

/**
 * The code that the app shows now, or `stepsLater` time steps later. The server accepts the next code early, for phones
 * whose clocks are ahead.
 */
export function codeOf(secret: string, stepsLater = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsLater * stepMs });
}

/** Does not have the form of an app code, so it can never be right by chance. */
export const wrongCode = 'zzzzz-zzzzz';

interface Session {
  access_token: string;
}

async function post<Data>(
  request: APIRequestContext,
  path: string,
  { data, accessToken }: { data: object; accessToken?: string },
): Promise<Data> {
  const headers: Record<string, string> = accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` };
  const response = await request.post(path, { data, headers });
  const answer = (await response.json()) as { status: string; data: Data; error?: { code: string } };
  if (answer.status !== 'success') throw new Error(`${path}: ${String(answer.error?.code)}`);
  return answer.data;
}

export function openSession(request: APIRequestContext, email: string, more: object = {}): Promise<Session> {
  return post(request, '/api/accounts/login', { data: { email, password: demoPassword, ...more } });
}

/** Ends the sessions that other tests have left open. */
export async function endAllSessions(request: APIRequestContext, email: string): Promise<void> {
  const { access_token: accessToken } = await openSession(request, email);
  await post(request, endSessions.path, { data: {}, accessToken });
}

export interface AppOf {
  secret: string;
  /** Each code works once. The last two are reserved for switching the second factor off. */
  recoveryCodes: string[];
}

/** Switches a customer's second factor on, with the current code. */
export async function enableFactor(request: APIRequestContext, email: string): Promise<AppOf> {
  const { access_token: accessToken } = await openSession(request, email);
  const { secret } = await post<{ secret: string }>(request, startSecondFactor.path, { data: {}, accessToken });
  const data = { code: codeOf(secret) };
  const { recovery_codes: recoveryCodes } = await post<{ recovery_codes: string[] }>(request, enableSecondFactor.path, {
    data,
    accessToken,
  });
  return { secret, recoveryCodes };
}

/** Switches the second factor off with two unused recovery codes: one to log in, one to confirm. */
export async function disableFactor(
  request: APIRequestContext,
  email: string,
  codes: readonly string[],
): Promise<void> {
  const [first, second] = codes;
  const { access_token: accessToken } = await openSession(request, email, { second_factor: first });
  await post(request, disableSecondFactor.path, { data: { code: second }, accessToken });
}

/** Expects no sideways scrolling, at the current width and on the narrowest phone. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const asked = page.viewportSize() ?? { width: 1280, height: 720 };
  for (const width of [asked.width, 320]) {
    await page.setViewportSize({ ...asked, width });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
      .toBe(0);
  }
  await page.setViewportSize(asked);
}

/**
 * Stores a session, as if the page had logged in. Only on the first load, so that the page can change or delete it
 * later.
 */
export async function keepSession(page: Page, session: Session): Promise<void> {
  const stored = { [storageKeys.session]: JSON.stringify(session), [storageKeys.activeAt]: String(Date.now()) };
  await page.addInitScript((entries) => {
    if (sessionStorage.getItem('kept') !== null) return;
    sessionStorage.setItem('kept', 'yes');
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, stored);
}
