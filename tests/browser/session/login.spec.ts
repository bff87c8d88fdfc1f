import { expectTerminalReady, logIn, logInByForm, terminal } from '../customer.ts';
import { holdScripts } from '../held-scripts.ts';
import { expect, test } from '../product-test.ts';

const words = {
  en: {
    path: '/login',
    ...{ email: 'Email', password: 'Password', submit: 'Log in' },
    missing: ['Email is required', 'Password is required'],
    invalid: 'invalid email address',
    tooLong: ['Email has maximum 254 characters', 'Password has maximum 200 characters'],
    refused: 'Invalid credentials.',
  },
  de: {
    path: '/de/login',
    ...{ email: 'E-Mail', password: 'Passwort', submit: 'Anmelden' },
    missing: ['E-Mail ist erforderlich', 'Passwort ist erforderlich'],
    invalid: 'Ungültige E-Mail-Adresse',
    tooLong: ['E-Mail darf höchstens 254 Zeichen haben', 'Passwort darf höchstens 200 Zeichen haben'],
    refused: 'Ungültige Zugangsdaten.',
  },
} as const;

for (const [language, { path, email, password, submit, missing, invalid, tooLong, refused }] of Object.entries(words)) {
  test(`the form says what is missing, what is wrong and what is refused: ${language}`, async ({ page }) => {
    await page.goto(path);
    const fields = [page.getByLabel(email), page.getByLabel(password, { exact: true })] as const;
    const send = () => page.getByRole('button', { name: submit }).click();
    await send();
    for (const [index, field] of fields.entries())
      await expect(field).toHaveAccessibleDescription(missing[index] ?? '');
    await expect(fields[0]).toBeFocused();
    await fields[0].fill('somebody');
    await expect(fields[0]).toHaveAccessibleDescription(invalid);
    await fields[0].fill(`${'x'.repeat(250)}@example.com`);
    await fields[1].fill('x'.repeat(201));
    for (const [index, field] of fields.entries())
      await expect(field).toHaveAccessibleDescription(tooLong[index] ?? '');
    await fields[0].fill('demo@example.com');
    await fields[1].fill('wrong-password');
    await send();
    await expect(page.getByRole('alert')).toHaveText(refused);
    await expect(fields[1]).toBeFocused();
  });
}

for (const { path, fill, call, lands } of [
  {
    path: '/login',
    fill: { Email: 'demo@example.com', Password: 'demo1234' },
    call: '/api/accounts/login',
    lands: '**/platform/BTCUSD',
  },
  {
    path: '/affiliate',
    fill: { Email: 'affiliate@example.com', Password: 'demo1234' },
    call: '/api/affiliate/login',
    lands: '**/affiliate',
  },
  { path: '/password/request', fill: { Email: 'nobody@example.com' }, call: '/api/get/forgotPassword', lands: '**' },
]) {
  test(`${path}: what is sent before the form is ready is sent once, when it is, and never by the browser`, async ({
    page,
  }) => {
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
    expect((await answered).request().postDataJSON()).toMatchObject({ email: fill.Email });
    await page.waitForURL(lands);
    expect(posts.filter((one) => one === call)).toHaveLength(1);
  });
}

for (const [who, email] of [
  ['a customer', 'demo@example.com'],
  ['a stranger', 'nobody@example.com'],
] as const) {
  test(`a wrong password of ${who} is refused in the same words`, async ({ page }) => {
    await page.goto('/login');
    await logInByForm(page, email, 'wrong-password');
    await expect(page.getByRole('alert')).toHaveText('Invalid credentials.');
    expect(new URL(page.url()).pathname).toMatch(/^\/login\/?$/);
  });
}

test('spaces around an email and its case do not matter', async ({ page }) => {
  await page.goto('/login');
  await logInByForm(page, '  Demo@Example.com ');
  await page.waitForURL('**/platform/BTCUSD');
});

test('a visitor is sent to log in and from there to where they were going', async ({ page }) => {
  await page.goto('/platform/EURUSD');
  await page.waitForURL(/\/login\/?\?next=%2Fplatform%2FEURUSD$/);
  await logInByForm(page, 'demo@example.com');
  await page.waitForURL('**/platform/EURUSD');
  await expect(terminal(page).chart).toBeVisible();
});

for (const next of ['https://evil.example/', '//evil.example/', '/\\evil.example/', '/.//evil.example/', '/login']) {
  test(`next=${next} is not followed, neither by a log-in nor by who is in`, async ({ page }) => {
    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    await logInByForm(page, 'demo@example.com');
    await page.waitForURL('**/platform/BTCUSD');
    await page.goto(`/login?next=${encodeURIComponent(next)}`, { waitUntil: 'commit' });
    await page.waitForURL('**/platform/BTCUSD');
  });
}

test('who is in already is taken to where they were going', async ({ page }) => {
  await logIn(page, 'demo@example.com');
  await page.goto('/login?next=%2Ftransactions%2Fwithdrawals', { waitUntil: 'commit' });
  await page.waitForURL('**/transactions/withdrawals');
});

test('no password stays in the form while the next page is long in coming', async ({ page }) => {
  await page.goto('/login');
  // An answer without a page leaves the browser where it is.
  await page.route('**/platform/BTCUSD', (route) => route.fulfill({ status: 204 }));
  await logInByForm(page, 'demo@example.com');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Log in' })).toHaveAttribute('aria-busy', 'true');
});

test('Back after a log-in leads past the form', async ({ page }) => {
  await page.goto('/about');
  await page.goto('/login');
  await logInByForm(page, 'demo@example.com');
  await page.waitForURL('**/platform/BTCUSD');
  await page.goBack({ waitUntil: 'commit' });
  await page.waitForURL('**/about');
});

test('who is logged in is taken to the platform, and out again by logging out', async ({ page }) => {
  await page.goto('/login');
  await logInByForm(page, 'demo@example.com');
  await page.waitForURL('**/platform/BTCUSD');
  await page.goto('/login');
  await page.waitForURL('**/platform/BTCUSD');
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(/\/login/);
  await page.goto('/platform/BTCUSD');
  await page.waitForURL(/\/login/);
});

test('who loses a session is told so where they land, and comes back', async ({ page }) => {
  await page.goto('/login?next=/platform/BTCUSD');
  await logInByForm(page, 'demo@example.com');
  await page.waitForURL('**/platform/BTCUSD');
  await expectTerminalReady(page);
  await page.route('**/api/accounts/get', (route) =>
    route.fulfill({ status: 401, json: { status: 'error', error: { code: 'UNAUTHENTICATED', message: '' } } }),
  );
  await page.reload();
  await page.waitForURL(/\/login\/?\?ended&next=%2Fplatform%2FBTCUSD$/);
  await expect(page.getByText('Your session has ended. Please log in again.')).toBeVisible();
  await expect(page.getByText('Welcome back.')).toBeHidden();
});

test('who comes to log in is not told of a session; a refusal moves nothing, and ends with the next try', async ({
  page,
}) => {
  await page.goto('/login');
  await expect(page.getByText('Your session has ended.')).toBeHidden();
  const password = page.getByLabel('Password', { exact: true });
  const before = await password.boundingBox();
  await logInByForm(page, 'demo@example.com', 'wrong-password');
  await expect(page.getByRole('alert')).toHaveText('Invalid credentials.');
  expect(await password.boundingBox()).toEqual(before);
  // The next try is refused for its form alone.
  await page.getByLabel('Email').fill('');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expect(page.getByRole('alert')).toBeEmpty();
});
