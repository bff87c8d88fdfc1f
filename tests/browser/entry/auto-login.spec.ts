import type { Page } from '@playwright/test';
import * as OTPAuth from 'otpauth';
import { expectSound, kept, keptSession, statusOf } from './entry-parts.ts';
import { test } from './entry-test.ts';
import { demoPassword, logInByForm } from '../customer.ts';
import { expect } from '../product-test.ts';

test.use({ linksFor: ['demo', 'demo', 'new', 'new', 'limited'] });

const unknownLink = `/autoLogin/${'x'.repeat(43)}`;

/** Nothing in this browser, its address included, still tells the code. */
async function expectForgotten(page: Page, link: string): Promise<void> {
  const code = link.split('/').at(-1) ?? '';
  expect(page.url()).not.toContain(code);
  const stored = await page.evaluate(() =>
    [localStorage, sessionStorage].map((kept) => Object.values(kept).join()).join(),
  );
  expect(stored).not.toContain(code);
}

test('a link logs its customer in, once, and leaves no trace of its code', async ({ page, outside }) => {
  const [link = ''] = outside.links.demo;
  // By itself it goes on after two seconds, which a busy machine may need to look.
  const seen = Promise.withResolvers<undefined>();
  await page.route('**/api/accounts/login/**', async (route) => {
    await seen.promise;
    await route.continue();
  });
  const answer = await page.goto(link);
  expect(answer?.headers()).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await expect(page.getByRole('heading', { name: 'Log in by link' })).toBeVisible();
  await expect(page.getByText('One moment, please.')).toBeVisible();
  seen.resolve(undefined);
  await page.waitForURL('**/platform/BTCUSD');
  expect((await keptSession(page)).user.email).toBe('demo@example.com');
  expect(await kept(page, 'registered')).toBeNull();
  expect(await kept(page, 'device')).toMatch(/^[\w-]{20,100}$/);
  await expectForgotten(page, link);

  await page.goto(link);
  await expect(page.getByRole('alert')).toHaveText('Url not valid');
  await expectForgotten(page, link);
});

test('it leads to the details that are missing, and says that they are still to come', async ({ page, outside }) => {
  await page.goto(`/de${outside.links.new[0] ?? ''}`);
  await page.waitForURL('**/de/my-account/info');
  expect(await kept(page, 'registered')).toBe((await keptSession(page)).user.uniqid);
});

test('a link wins over who was logged in, whose session is over', async ({ page, outside }) => {
  await page.goto('/login');
  await logInByForm(page, 'limited@example.com');
  await page.waitForURL('**/platform/BTCUSD');
  const before = await keptSession(page);
  await page.goto(outside.links.demo[1] ?? '');
  await page.waitForURL('**/platform/BTCUSD');
  const after = await keptSession(page);
  expect(after.user.email).toBe('demo@example.com');
  await expect.poll(() => statusOf(page, before.access_token)).toBe(401);
  expect(await statusOf(page, after.access_token)).toBe(200);
});

for (const [path, words, ways] of [
  [unknownLink, 'Url not valid', ['Ask for a new password', 'Log in with your password']],
  ['/autoLogin/brief', 'Url not valid', ['Ask for a new password', 'Log in with your password']],
  [`/de${unknownLink}`, 'Der Link ist nicht gültig', ['Neues Passwort anfordern', 'Mit Ihrem Passwort anmelden']],
] as const) {
  test(`a link that is none says so, and shows other ways in: ${path}`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('alert')).toHaveText(words);
    await expectForgotten(page, path);
    for (const way of ways) await expect(page.getByRole('main').getByRole('link', { name: way })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: ways[1] }).click();
    await page.waitForURL(/\/login$/);
  });
}

test('an address that is no text says so too', async ({ page }) => {
  // As a host of files would show it: our own server does not come so far with such an address.
  await page.addInitScript(() => history.replaceState(null, '', '/autoLogin/%E0%A4'));
  await page.goto(unknownLink);
  await expect(page.getByRole('alert')).toHaveText('Url not valid');
});

test('it logs in after two seconds, which the visitor sees pass', async ({ page }) => {
  const posts: string[] = [];
  await page.route('**/api/accounts/login/**', async (route) => {
    posts.push(route.request().method());
    await route.abort();
  });
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 1_000);
  // It is asked for in the turn in which the two seconds begin.
  const begun = page.waitForRequest('**/api/get/clientInfo');
  await page.goto(unknownLink, { waitUntil: 'commit' });
  await begun;
  await expect(page.getByRole('status')).toContainText('You are being logged in.');
  await expect(page.locator('main [data-spinner]')).toBeVisible();
  await page.clock.runFor(1_900);
  expect(posts).toEqual([]);
  await page.clock.runFor(200);
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached.');
  expect(posts).toEqual(['POST']);
});

test('where the server is away the link is not lost, and can be tried again', async ({ page, outside }) => {
  await page.route('**/api/accounts/login/**', (route) => route.abort());
  await page.goto(outside.links.new[1] ?? '');
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached.');
  await page.unroute('**/api/accounts/login/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.waitForURL('**/my-account/info');
});

test('the second factor is asked for, and the link waits for it', async ({ page, outside }) => {
  const [recoveryCode = ''] = await switchFactorOn(page, 'limited@example.com');
  await page.goto(outside.links.limited[0] ?? '');
  const code = page.getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(code).toHaveAccessibleDescription('The code is not valid.');
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCode);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/platform/BTCUSD');
  expect((await keptSession(page)).user.email).toBe('limited@example.com');
});

/** Switches it on as a customer's program would; gives the recovery codes. */
async function switchFactorOn(page: Page, email: string): Promise<string[]> {
  const data = { email, password: demoPassword };
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await page.request.post(`/api/accounts/${path}`, { data: body, headers });
    expect(answer.status(), path).toBe(200);
    return ((await answer.json()) as { data: Record<string, unknown> }).data;
  };
  const { access_token: token } = await post('login', data);
  const headers = { authorization: `Bearer ${String(token)}` };
  const { uri } = await post('secondFactor/start', {}, headers);
  const code = (OTPAuth.URI.parse(String(uri)) as OTPAuth.TOTP).generate();
  const { recovery_codes: codes } = await post('secondFactor/enable', { code }, headers);
  return codes as string[];
}

test('a browser is known again at the next log-in, also after a log-out', async ({ page }) => {
  const enter = async () => {
    const request = page.waitForRequest('**/api/accounts/login');
    await logInByForm(page, 'demo@example.com');
    await page.waitForURL('**/platform/BTCUSD');
    return (await request).postDataJSON() as { device?: string; info?: string };
  };
  await page.goto('/login');
  expect(await enter()).toMatchObject({ info: expect.stringContaining('"ip"') });
  const device = await kept(page, 'device');
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(/\/login$/);
  expect(await kept(page, 'device')).toBe(device);
  expect((await enter()).device).toBe(device);
});

test('hinders nobody, and fits a phone', async ({ page }) => {
  // Its spinner passes through angles, not through colours; the words are what is read.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const act = async () => expect(page.getByRole('alert')).toHaveText('Url not valid');
  await expectSound(page, { path: unknownLink, act });
});
