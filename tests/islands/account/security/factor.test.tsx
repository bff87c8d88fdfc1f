import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  disableSecondFactor,
  enableSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from '../../../../src/lib/contract/accounts/account-endpoints.ts';
import { expectNoFaults, expectNoHorizontalScroll } from '../../../support/component/accessibility.ts';
import { aCustomer } from '../../../support/component/component-test.tsx';
import { expectSaid } from '../../../support/component/sign-in.tsx';
import { tabTo } from '../../../support/component/keyboard.ts';
import { codes, factorOf, isOn, sessionsOf, setUp, test } from '../../../support/component/security.tsx';

const press = (name: string) => factorOf().getByRole('button', { name }).click();
const code = () => factorOf().getByLabelText('Code', { exact: true });
const shownCodes = () => factorOf().getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem');

for (const [width, theme] of [
  [1440, 'dark'],
  [360, 'light'],
  [320, 'dark'],
] as const)
  test(`the second factor is set up, ${width} px, ${theme}`, async ({ server, showSecurity, onTestFinished }) => {
    document.documentElement.dataset['theme'] = theme;
    onTestFinished(() => document.documentElement.removeAttribute('data-theme'));
    await page.viewport(width, 800);
    server.answer(startSecondFactor, setUp);
    await showSecurity();
    await expect.element(factorOf().getByText('Off', { exact: true })).toBeVisible();
    await expect.element(sessionsOf().getByText('This device')).toBeVisible();
    await expectNoFaults();
    await press('Set up');
    await expect.element(factorOf().getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    await expect.element(factorOf().getByCss('code')).toHaveTextContent('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567');
    await expectNoFaults();
    await expectNoHorizontalScroll();

    await press('Turn on');
    await expectSaid(code(), 'Code is required');
    server.refuse(enableSecondFactor, 'SECOND_FACTOR_WRONG');
    await code().fill('zzzzz-zzzzz');
    await press('Turn on');
    await expectSaid(code(), "This code isn't valid.");
    server.answer(enableSecondFactor, { recovery_codes: codes, user: { ...aCustomer, ...isOn } });
    await code().fill('123456');
    await userEvent.keyboard('{Enter}');

    await expect
      .poll(() =>
        shownCodes()
          .elements()
          .map(({ textContent }) => textContent),
      )
      .toEqual(codes);
    expect(server.asked(enableSecondFactor).at(-1)?.body).toEqual({ code: '123456', lang: 'en' });
    await expect.element(factorOf().getByText('On', { exact: true })).toBeVisible();
    await expectNoFaults();
    await expectNoHorizontalScroll();
    const done = factorOf().getByRole('button', { name: 'Done' });
    await expect.element(done).toBeDisabled();
    await factorOf().getByRole('checkbox', { name: "I've saved my recovery codes" }).click();
    await done.click();
    await expect.element(factorOf().getByRole('button', { name: 'Turn off' })).toBeVisible();
    await expect.element(factorOf().getByText('On since 20 Nov 2026.')).toBeVisible();
    await expect.element(factorOf().getByText(codes[0] ?? '')).not.toBeInTheDocument();
    await expectNoFaults();
  });

test('a code renews the recovery codes', async ({ server, showSecurity }) => {
  server.answer(renewRecoveryCodes, { recovery_codes: codes });
  await showSecurity(isOn);
  await press('New recovery codes');
  await expect.element(code()).toHaveFocus();
  await expectNoFaults();
  await userEvent.keyboard('abcde-fghij{Enter}');
  await expect
    .poll(() =>
      shownCodes()
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(codes);
  expect(server.asked(renewRecoveryCodes).map(({ body }) => body)).toEqual([{ code: 'abcde-fghij', lang: 'en' }]);
});

test('the second factor is switched off by a code, by keyboard alone', async ({ server, showSecurity }) => {
  server.refuse(disableSecondFactor, 'SECOND_FACTOR_WRONG');
  await showSecurity(isOn);
  await tabTo(factorOf().getByRole('button', { name: 'Turn off' }));
  await userEvent.keyboard('{Enter}');
  await expect.element(code()).toHaveFocus();
  await userEvent.keyboard('zzzzz-zzzzz{Enter}');
  await expectSaid(code(), "This code isn't valid.");
  server.answer(disableSecondFactor, aCustomer);
  await userEvent.keyboard('123456{Enter}');
  await expect.element(factorOf().getByText('Off', { exact: true })).toBeVisible();
  await expect.element(factorOf().getByRole('heading', { name: 'Two-factor authentication' })).toHaveFocus();
  expect(server.asked(disableSecondFactor).map(({ body }) => body)).toMatchObject([
    { code: 'zzzzz-zzzzz' },
    { code: '123456' },
  ]);
});

test('failures are shown where they happened, and can be retried', async ({ server, showSecurity }) => {
  await showSecurity();
  await expect.element(sessionsOf().getByText('This device')).toBeVisible();
  server.beUnreachable(startSecondFactor);
  await press('Set up');
  await expect.element(factorOf().getByRole('alert')).toMatchTextContent("We can't connect right now.");
  await expectNoFaults();
  server.answer(startSecondFactor, setUp);
  await press('Set up');
  await expect.element(code()).toBeVisible();
});

test('the password is asked for if the server requires it', async ({ server, showSecurity }) => {
  server.refuse(startSecondFactor, 'CURRENT_PASSWORD_REQUIRED');
  await showSecurity({ locale: 'de' });
  const factor = page.getByRole('region', { name: 'Zwei-Faktor-Authentifizierung' });
  await factor.getByRole('button', { name: 'Einrichten' }).click();
  const password = factor.getByLabelText('Aktuelles Passwort', { exact: true });
  await expect.element(password).toHaveFocus();
  await expectNoFaults();
  server.refuse(startSecondFactor, 'CURRENT_PASSWORD_WRONG');
  await password.fill('falsch');
  await factor.getByRole('button', { name: 'Weiter' }).click();
  await expectSaid(password, 'Ihr aktuelles Passwort ist falsch.');
  server.answer(startSecondFactor, setUp);
  await password.fill('demo1234');
  await userEvent.keyboard('{Enter}');
  await expect.element(factor.getByRole('img', { name: 'QR-Code für Ihre Authenticator-App' })).toBeVisible();
  expect(server.asked(startSecondFactor).map(({ body }) => body)).toEqual([
    ...[{}, { current_password: 'falsch' }, { current_password: 'demo1234' }],
  ]);
});

test('while a code is being sent, the old refusal is gone, and cancelling is disabled', async ({
  server,
  showSecurity,
}) => {
  server.answer(startSecondFactor, setUp);
  await showSecurity();
  await press('Set up');
  await press('Turn on');
  await expectSaid(code(), 'Code is required');
  const held = server.hold(enableSecondFactor);
  await code().fill('123456');
  await userEvent.keyboard('{Enter}');
  await expect.element(factorOf().getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await expectSaid(code(), '');
  held.refuse('SECOND_FACTOR_WRONG');
  await expectSaid(code(), "This code isn't valid.");
  await expect.element(code()).toHaveFocus();
  await press('Cancel');
  await expect.element(factorOf().getByRole('button', { name: 'Set up' })).toBeVisible();
});

test('the forms close if the second factor is switched in another tab', async ({ server, showSecurity, pushUser }) => {
  server.answer(startSecondFactor, setUp);
  await showSecurity();
  await press('Set up');
  await expect.element(code()).toBeVisible();
  await pushUser(isOn);
  await expect.element(factorOf().getByText('On since 20 Nov 2026.')).toBeVisible();
  await expect.element(code()).not.toBeInTheDocument();

  for (const begin of ['New recovery codes', 'Turn off']) {
    await pushUser(isOn);
    await press(begin);
    await expect.element(code()).toBeVisible();
    await pushUser({ second_factor: 0, second_factor_since: null });
    await expect.element(factorOf().getByRole('button', { name: 'Set up' })).toBeVisible();
    await expect.element(code()).not.toBeInTheDocument();
  }
});
