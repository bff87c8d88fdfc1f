import { expect, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Locale } from '../../../src/brand.ts';
import { getClientInfo, loginByCode } from '../../../src/lib/contract/accounts/account-endpoints.ts';
import { logout } from '../../../src/lib/contract/endpoints.ts';
import { expectNoFaults, expectAccessible } from '../../support/component/accessibility.ts';
import { aCustomer, test as base } from '../../support/component/component-test.tsx';
import { autoLoginIsland, expectSaid, field, kept, press } from '../../support/component/sign-in.tsx';

const code = 'x'.repeat(43);
const entered = { access_token: 'token', user: aCustomer, device: 'd'.repeat(43), purpose: 'login' as const };

/** Opens a log-in link. The page logs in after two seconds of a fake clock, which `goOn` advances. */
const test = base.extend('openLink', ({ show }, { onCleanup }) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onCleanup(() => void vi.useRealTimers());
  return async (path = `/autoLogin/${code}`, locale: Locale = 'en') => {
    history.replaceState(null, '', path);
    await show(await autoLoginIsland(locale));
  };
});

async function goOn(): Promise<void> {
  await vi.advanceTimersByTimeAsync(2_000);
  vi.useRealTimers();
}

/** Expects that nothing in this browser, including the address, still contains the code. */
function expectForgotten(): void {
  expect(location.href).not.toContain(code);
  const stored = [localStorage, sessionStorage].flatMap((each) => Object.values(each) as string[]);
  expect(stored.join()).not.toContain(code);
}

test('a link logs in after a visible countdown of two seconds', async ({ server, openLink }) => {
  const held = server.hold(loginByCode);
  await openLink();
  await expect.element(page.getByRole('heading', { name: 'Log in with a link' })).toBeVisible();
  await expect.element(page.getByRole('status')).toMatchTextContent('Logging you in…');
  await expect.element(page.getByCss('[data-spinner]')).toBeVisible();
  await vi.advanceTimersByTimeAsync(1_900);
  expect(server.asked(getClientInfo)).toHaveLength(1);
  expect(server.asked(loginByCode)).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  vi.useRealTimers();
  await expectNoFaults();
  held.beUnreachable();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/We can't connect right now\./);
  expect(server.asked(loginByCode)).toHaveLength(1);
});

for (const [what, answer, goal, registered] of [
  ['the platform', entered, '/platform/BTCUSD', null],
  ['a new password', { ...entered, purpose: 'reset' as const }, '/my-account/password', null],
  ['missing details', { ...entered, user: { ...aCustomer, street: null } }, '/my-account/info', aCustomer.uniqid],
] as const)
  test(`a link leads to ${what}, and leaves no trace of its code`, async ({ server, openLink, destinations }) => {
    server.answer(loginByCode, answer);
    await openLink();
    await goOn();
    await expect.poll(() => destinations).toEqual([goal]);
    expect(server.asked(loginByCode).map(({ address }) => address)).toEqual([`/api/accounts/login/${code}`]);
    expect(kept('registered')).toBe(registered);
    expect(kept('device')).toBe(entered.device);
    history.replaceState(null, '', goal);
    expectForgotten();
  });

test('a link replaces the session of a customer who was logged in', async ({
  server,
  openLink,
  logIn,
  destinations,
}) => {
  logIn({ email: 'limited@example.com' });
  server.answer(loginByCode, { ...entered, access_token: 'newer' });
  server.answer(logout, null);
  await openLink();
  await goOn();
  await expect.poll(() => destinations).toEqual(['/platform/BTCUSD']);
  expect(server.asked(logout).map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer token']);
  expect(kept('session')).toContain('newer');
});

for (const [path, locale, refusal, words, ways] of [
  [`/autoLogin/${code}`, 'en', 'LINK_NOT_VALID', 'Url not valid', ['Reset your password', 'Log in with your password']],
  ['/autoLogin/brief', 'en', 'NOT_FOUND', 'Url not valid', ['Reset your password', 'Log in with your password']],
  [
    ...([`/de/autoLogin/${code}`, 'de', 'LINK_NOT_VALID', 'Der Link ist nicht gültig'] as const),
    ['Passwort zurücksetzen', 'Mit Ihrem Passwort anmelden'],
  ],
] as const)
  test(`an invalid link says so, and offers other ways to log in: ${path} ${refusal}`, async ({ server, openLink }) => {
    server.refuse(loginByCode, refusal);
    await openLink(path, locale);
    await goOn();
    await expect.element(page.getByRole('alert')).toHaveTextContent(words);
    expectForgotten();
    for (const [index, address] of ['/password/request', '/login'].entries())
      await expect.element(page.getByRole('link', { name: ways[index] ?? '' })).toHaveAttribute('href', address);
    await expectAccessible();
  });

test('an address that cannot be decoded says so too', async ({ server, openLink }) => {
  server.refuse({ method: 'POST', path: '/api/accounts/login/' }, 'NOT_FOUND');
  await openLink('/autoLogin/%E0%A4');
  await goOn();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Url not valid');
});

test('if the server is unreachable, the link stays valid and can be tried again', async ({
  server,
  openLink,
  destinations,
}) => {
  server.beUnreachable(loginByCode);
  await openLink();
  await goOn();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/We can't connect right now\./);
  await expectNoFaults();
  server.answer(loginByCode, entered);
  await press('Try again');
  await expect.poll(() => destinations).toEqual(['/platform/BTCUSD']);
});

test('the second factor is asked for, and the link waits for it', async ({ server, openLink, destinations }) => {
  server.refuse(loginByCode, 'SECOND_FACTOR_REQUIRED');
  await openLink();
  await goOn();
  await expect.element(field('Code')).toHaveFocus();
  await expectNoFaults();
  server.refuse(loginByCode, 'SECOND_FACTOR_WRONG');
  await userEvent.keyboard('000000{Enter}');
  await expectSaid(field('Code'), "This code isn't valid.");
  await press('Use a recovery code instead');
  server.answer(loginByCode, entered);
  await field('Recovery code').fill('abcde-fghij');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => destinations).toEqual(['/platform/BTCUSD']);
  expect(server.asked(loginByCode).map(({ body }) => body)).toMatchObject([
    {},
    { second_factor: '000000' },
    { second_factor: 'abcde-fghij' },
  ]);
});
