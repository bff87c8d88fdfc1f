import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { login, logout } from '../../../src/lib/contract/endpoints.ts';
import { logOut } from '../../../src/stores/authentication.ts';
import { expectNoFaults } from '../../support/component/accessibility.ts';
import { aCustomer, test } from '../../support/component/component-test.tsx';
import { expectPassword, expectSaid, field, kept, loginIsland, press } from '../../support/component/sign-in.tsx';

const entered = { access_token: 'token', user: aCustomer, device: 'd'.repeat(43) };

async function logIn(email: string, password = 'nonsense'): Promise<void> {
  await field('Email').fill(email);
  await field('Password').fill(password);
  await press('Log in');
}

for (const words of [
  {
    locale: 'en',
    ...{ email: 'Email', password: 'Password', submit: 'Log in' },
    missing: ['Email is required', 'Password is required'],
    invalid: 'invalid email address',
    tooLong: ['Email has maximum 254 characters', 'Password has maximum 200 characters'],
    refused: 'Invalid credentials.',
    blocked: 'Your account is blocked. Please contact us.',
  },
  {
    locale: 'de',
    ...{ email: 'E-Mail', password: 'Passwort', submit: 'Anmelden' },
    missing: ['E-Mail ist erforderlich', 'Passwort ist erforderlich'],
    invalid: 'Ungültige E-Mail-Adresse',
    tooLong: ['E-Mail darf höchstens 254 Zeichen haben', 'Passwort darf höchstens 200 Zeichen haben'],
    refused: 'Ungültige Zugangsdaten.',
    blocked: 'Ihr Konto ist gesperrt. Bitte kontaktieren Sie uns.',
  },
] as const)
  test(`the form says what is missing, what is wrong and what is refused: ${words.locale}`, async ({
    server,
    show,
  }) => {
    await show(await loginIsland(words.locale));
    const fields = [field(words.email), field(words.password)] as const;
    await press(words.submit);
    for (const [index, one] of fields.entries()) await expectSaid(one, words.missing[index] ?? '');
    await expect.element(fields[0]).toHaveFocus();
    await fields[0].fill('somebody');
    await expectSaid(fields[0], words.invalid);
    await fields[0].fill(`${'x'.repeat(250)}@example.com`);
    await fields[1].fill('x'.repeat(201));
    for (const [index, one] of fields.entries()) await expectSaid(one, words.tooLong[index] ?? '');
    await expectNoFaults();
    expect(server.asked(login)).toEqual([]);

    server.refuse(login, 'INVALID_CREDENTIALS');
    await fields[0].fill('demo@example.com');
    await fields[1].fill('wrong-password');
    await press(words.submit);
    await expect.element(page.getByRole('alert')).toHaveTextContent(words.refused);
    await expect.element(fields[1]).toHaveFocus();
    await expectNoFaults();
    server.refuse(login, 'ACCOUNT_BLOCKED');
    await press(words.submit);
    await expect.element(page.getByRole('alert')).toHaveTextContent(words.blocked);
    await expectNoFaults();
  });

test('a refusal does not move the layout, and disappears with the next try', async ({ server, show }) => {
  server.refuse(login, 'INVALID_CREDENTIALS');
  await show(await loginIsland());
  const box = () => field('Password').element().getBoundingClientRect().toJSON() as unknown;
  await field('Email').fill('a@example.com');
  await field('Password').fill('nonsense');
  const before = box();
  await press('Log in');
  await expect.element(page.getByRole('alert')).toHaveTextContent('Invalid credentials.');
  expect(box()).toEqual(before);
  await field('Email').fill('');
  await press('Log in');
  await expect.element(page.getByText('Email is required')).toBeVisible();
  await expect.element(page.getByRole('alert')).toBeEmptyDOMElement();
  expect(server.asked(login)).toHaveLength(1);
});

test('spaces around an email and its case do not matter', async ({ server, show, destinations }) => {
  server.answer(login, entered);
  await show(await loginIsland());
  await logIn('  Demo@Example.com ');
  await expect.poll(() => destinations).toEqual(['/platform/BTCUSD']);
  expect(server.asked(login).map(({ body }) => body)).toMatchObject([{ email: 'demo@example.com' }]);
});

test('no password stays in the form while the next page is slow', async ({ server, show, destinations }) => {
  server.answer(login, entered);
  await show(await loginIsland());
  await logIn('demo@example.com');
  await expect.poll(() => destinations).toEqual(['/platform/BTCUSD']);
  await expect.element(field('Password')).toHaveValue('');
  await expect.element(page.getByRole('button', { name: 'Log in' })).toHaveAttribute('aria-busy', 'true');
});

for (const [next, goal] of [
  ['/platform/EURUSD', '/platform/EURUSD'],
  ['https://evil.example/', '/platform/BTCUSD'],
  ['//evil.example/', '/platform/BTCUSD'],
  ['/\\evil.example/', '/platform/BTCUSD'],
  ['/.//evil.example/', '/platform/BTCUSD'],
  ['/login', '/platform/BTCUSD'],
] as const)
  test(`a log-in with next=${next} leads to ${goal}`, async ({ server, show, destinations }) => {
    server.answer(login, entered);
    history.replaceState(null, '', `?next=${encodeURIComponent(next)}`);
    await show(await loginIsland());
    await logIn('demo@example.com');
    await expect.poll(() => destinations).toEqual([goal]);
  });

test('missing details are asked for first, and lead on', async ({ server, show, destinations }) => {
  server.answer(login, { ...entered, user: { ...aCustomer, street: null } });
  history.replaceState(null, '', '?next=/platform/EURUSD');
  await show(await loginIsland());
  await logIn('new@example.com');
  await expect.poll(() => destinations).toEqual(['/my-account/info?next=%2Fplatform%2FEURUSD']);
});

test('a browser is recognised at the next log-in, even after a log-out', async ({ server, show }) => {
  server.answer(login, entered);
  server.answer(logout, null);
  await show(await loginIsland());
  await logIn('demo@example.com');
  await expect.poll(() => kept('device')).toBe(entered.device);
  await logOut();
  expect(kept('device')).toBe(entered.device);
  await show(<p>The next page</p>);
  await show(await loginIsland());
  await logIn('demo@example.com');
  await expect.poll(() => server.asked(login)).toHaveLength(2);
  const [first, second] = server.asked(login).map(({ body }) => body);
  expect(first).toMatchObject({ info: expect.stringContaining('"ip"') as string });
  expect(first).not.toHaveProperty('device');
  expect(second).toMatchObject({ device: entered.device });
});

test('the password is masked, marked for password managers, and can be pasted and shown', async ({ show }) => {
  await show(await loginIsland());
  await expectPassword(field('Password'), 'current-password');
  await press('Show password');
  await expect.element(field('Password')).toHaveAttribute('type', 'text');
});
