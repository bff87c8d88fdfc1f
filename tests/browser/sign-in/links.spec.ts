import type { Page } from '@playwright/test';
import * as OTPAuth from 'otpauth';
import { expectNoFaultsInBothThemes } from '../accessibility.ts';
import { demoPassword, logInByForm } from '../customer.ts';
import { expect } from '../product-test.ts';
import { kept, keptSession, statusOf } from './sign-in-parts.ts';
import { pathIn, test } from './sign-in-test.ts';

test.use({ linksFor: ['demo', 'new', 'limited'] });

/** Opens a link and advances the clock by the two seconds after which its page logs in by itself. */
async function follow(page: Page, link: string) {
  const begun = page.waitForRequest('**/api/accounts/login/**');
  const answer = await page.goto(link, { waitUntil: 'commit' });
  await expect(page.locator('main [data-spinner]')).toBeVisible();
  await page.locator('main astro-island:not([ssr])').waitFor({ state: 'attached' });
  await page.clock.fastForward(2_000);
  await begun;
  return answer;
}

/** Expects that the browser no longer holds the code, not even in its address. */
async function expectForgotten(page: Page, link: string): Promise<void> {
  const code = link.split('/').at(-1) ?? '';
  expect(page.url()).not.toContain(code);
  const stored = await page.evaluate(() =>
    [localStorage, sessionStorage].map((kept) => Object.values(kept).join()).join(),
  );
  expect(stored).not.toContain(code);
}

/** Switches the second factor on through the API; returns the recovery codes. */
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

test('links of operators log customers in once, replace an open session, and leave no trace of their codes', async ({
  page,
  outside,
}) => {
  await page.clock.install();
  await page.goto('/login');
  await logInByForm(page, 'limited@example.com');
  await page.waitForURL('**/platform/BTCUSD');
  const before = await keptSession(page);

  const [link = ''] = outside.links.demo;
  const answer = await follow(page, link);
  expect(answer?.headers()).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  await page.waitForURL('**/platform/BTCUSD');
  const after = await keptSession(page);
  expect(after.user.email).toBe('demo@example.com');
  await expect.poll(() => statusOf(page, before.access_token)).toBe(401);
  expect(await statusOf(page, after.access_token)).toBe(200);
  expect(await kept(page, 'registered')).toBeNull();
  expect(await kept(page, 'device')).toMatch(/^[\w-]{20,100}$/);
  await expectForgotten(page, link);

  await follow(page, link);
  await expect(page.getByRole('alert')).toHaveText('Url not valid');
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await expectForgotten(page, link);
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 740 });
    await expectNoFaultsInBothThemes(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }

  // The link of a customer with missing details leads to the profile.
  await follow(page, `/de${outside.links.new[0] ?? ''}`);
  await page.waitForURL('**/de/my-account/info');
  expect(await kept(page, 'registered')).toBe((await keptSession(page)).user.uniqid);

  // With the second factor on, the link opens a session only once a code was entered.
  const [recoveryCode = ''] = await switchFactorOn(page, 'limited@example.com');
  await follow(page, outside.links.limited[0] ?? '');
  const code = page.getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(code).toHaveAccessibleDescription("This code isn't valid.");
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCode);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/platform/BTCUSD');
  expect((await keptSession(page)).user.email).toBe('limited@example.com');
});

test('a customer who forgot the password requests a link by keyboard and sets a new password', async ({
  page,
  outside,
}) => {
  await page.clock.install();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.waitForURL('**/password/request');
  await expect(page.getByRole('button', { name: 'Send link' })).toBeEnabled();
  await expectNoFaultsInBothThemes(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.getByLabel('Email').focus();
  await page.keyboard.type(' Demo@Example.com');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused();
  await expect(page.getByText('emailed a link to demo@example.com')).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 740 });
  await expectNoFaultsInBothThemes(page);

  await expect.poll(async () => (await outside.mailsTo('demo@example.com')).length).toBe(1);
  const [mail] = await outside.mailsTo('demo@example.com');
  const link = pathIn(mail?.text ?? '');
  expect(link).toMatch(/^\/autoLogin\/[\w-]{43}$/);
  await follow(page, link);
  await page.waitForURL('**/my-account/password');
  expect((await keptSession(page)).user.email).toBe('demo@example.com');

  await follow(page, link);
  await expect(page.getByRole('alert')).toHaveText('Url not valid');
  await page.getByRole('main').getByRole('link', { name: 'Reset your password' }).click();
  await page.waitForURL('**/platform/BTCUSD');
});

test('a log-in leads to missing details and then to the requested page; strangers cannot register', async ({
  page,
  request,
}) => {
  for (const path of ['/register', '/de/register']) {
    const answer = await request.get(path, { headers: { accept: 'text/html' } });
    expect(answer.status(), path).toBe(404);
  }
  await page.goto('/register');
  await expect(page.getByText('Error code: 404')).toBeVisible();

  await page.goto('/login?next=/platform/EURUSD');
  await expect(page.getByRole('link', { name: 'Forgot your password?' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open an account' })).toHaveCount(0);
  await logInByForm(page, 'new@example.com');
  await page.waitForURL(/\/my-account\/info\?next=%2Fplatform%2FEURUSD$/);
  await page.getByLabel('Date of birth').fill('1988-05-05');
  await page.getByLabel('Phone number', { exact: true }).fill('+49 30 901820');
  await page.getByLabel('Country', { exact: true }).selectOption({ label: 'Germany' });
  for (const title of ['State or region', 'City', 'Postal code', 'Street']) await page.getByLabel(title).fill('Berlin');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL('**/platform/EURUSD');
});
