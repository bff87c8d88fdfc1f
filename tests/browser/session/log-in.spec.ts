import type { Page } from '@playwright/test';
import { expectNoFaults } from '../accessibility.ts';
import { expectTerminalReady, logInByForm, terminal } from '../customer.ts';
import { holdScripts } from '../held-scripts.ts';
import { expect, test } from '../product-test.ts';

const email = 'demo@example.com';

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(/\/login\/?$/);
}

test('a visitor is sent to log in and on to the requested page, and Back skips the form', async ({ page }) => {
  await page.goto('/about');
  await page.goto('/platform/EURUSD');
  await page.waitForURL(/\/login\/?\?next=%2Fplatform%2FEURUSD$/);
  await expect(page.getByText('Welcome back.')).toBeVisible();
  await expect(page.getByText('Your session has ended.')).toBeHidden();
  await expectNoFaults(page);
  const password = page.getByLabel('Password', { exact: true });
  const before = await password.boundingBox();
  await logInByForm(page, email, 'wrong-password');
  await expect(page.getByRole('alert')).toHaveText('Invalid credentials.');
  expect(await password.boundingBox()).toEqual(before);
  await logInByForm(page, '  Demo@Example.com ');
  await page.waitForURL('**/platform/EURUSD');
  await expect(terminal(page).chart).toBeVisible();
  await page.goBack({ waitUntil: 'commit' });
  await page.waitForURL('**/about');

  // A logged-in customer goes straight to the requested page, and never to another site.
  for (const [from, to] of [
    ['/login', '**/platform/BTCUSD'],
    ['/login?next=%2F%2Fevil.example%2F', '**/platform/BTCUSD'],
    ['/login?next=%2Ftransactions%2Fwithdrawals', '**/transactions/withdrawals'],
    ['/password/request', '**/platform/BTCUSD'],
  ] as const) {
    await page.goto(from, { waitUntil: 'commit' });
    await page.waitForURL(to);
  }
  await logOut(page);
  await page.goto('/login?next=%2F%2Fevil.example%2F');
  await logInByForm(page, email);
  await page.waitForURL('**/platform/BTCUSD');
});

test('a customer whose session is lost is told so on the log-in page, and returns to the page after it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/login?next=/platform/BTCUSD');
  await expectNoFaults(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await logInByForm(page, email);
  await page.waitForURL('**/platform/BTCUSD');
  await expectTerminalReady(page);
  await page.route('**/api/accounts/get', (route) =>
    route.fulfill({ status: 401, json: { status: 'error', error: { code: 'UNAUTHENTICATED', message: '' } } }),
  );
  await page.reload();
  await page.waitForURL(/\/login\/?\?ended&next=%2Fplatform%2FBTCUSD$/);
  await expect(page.getByText('Your session has ended. Please log in again.')).toBeVisible();
  await expect(page.getByText('Welcome back.')).toBeHidden();
  await expectNoFaults(page);
  await page.unroute('**/api/accounts/get');
  await logInByForm(page, email);
  await page.waitForURL('**/platform/BTCUSD');
  await logOut(page);
  await page.goto('/platform/BTCUSD');
  await page.waitForURL(/\/login/);
});

interface EarlyForm {
  path: string;
  fill: Record<string, string>;
  call: string;
  lands: string;
}

const forms: EarlyForm[] = [
  {
    ...{ path: '/login', fill: { Email: email, Password: 'demo1234' } },
    ...{ call: '/api/accounts/login', lands: '**/platform/BTCUSD' },
  },
  {
    ...{ path: '/affiliate', fill: { Email: 'affiliate@example.com', Password: 'demo1234' } },
    ...{ call: '/api/affiliate/login', lands: '**/affiliate' },
  },
  {
    ...{ path: '/password/request', fill: { Email: 'nobody@example.com' } },
    ...{ call: '/api/get/forgotPassword', lands: '**' },
  },
];

test('a form that is submitted before it is ready is sent once, when it is ready, and never by the browser', async ({
  browser,
  baseURL,
}) => {
  for (const { path, fill, call, lands } of forms) {
    // Each in a context of its own, because a logged-in visitor is redirected away from the next form.
    const page = await browser.newPage({ baseURL });
    const letLoad = await holdScripts(page);
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(new URL(request.url()).pathname));
    await page.goto(path, { waitUntil: 'commit' });
    for (const [label, text] of Object.entries(fill)) await page.getByLabel(label, { exact: true }).first().fill(text);
    await page.keyboard.press('Enter');
    await expect(page.locator('main form [type=submit]').first()).toBeDisabled();
    await page.keyboard.press('Enter');
    expect(posts).toEqual([]);
    expect(new URL(page.url()).search).toBe('');
    const answered = page.waitForResponse((response) => new URL(response.url()).pathname === call);
    letLoad();
    expect((await answered).request().postDataJSON()).toMatchObject({ email: fill['Email'] });
    await page.waitForURL(lands);
    expect(posts.filter((one) => one === call)).toHaveLength(1);
    await page.close();
  }
});
