import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { forgotPassword } from '../../../src/lib/contract/accounts/account-endpoints.ts';
import { expectNoFaults, expectAccessible } from '../../support/component/accessibility.ts';
import { test } from '../../support/component/component-test.tsx';
import { expectSaid, field, passwordRequestIsland, press } from '../../support/component/sign-in.tsx';

async function request(email: string): Promise<void> {
  await field('Email').fill(email);
  await press('Send link');
}

for (const words of [
  {
    locale: 'en',
    ...{ email: 'Email', submit: 'Send link', sent: 'Check your email' },
    ...{ missing: 'Email is required', invalid: 'invalid email address', unknown: 'Email is not exist.' },
  },
  {
    locale: 'de',
    ...{ email: 'E-Mail', submit: 'Link senden', sent: 'Prüfen Sie Ihre E-Mails' },
    ...{ missing: 'E-Mail ist erforderlich', invalid: 'Ungültige E-Mail-Adresse' },
    unknown: 'Zu dieser E-Mail-Adresse gibt es kein Konto.',
  },
] as const)
  test(`a fault of the email is shown below it: ${words.locale}`, async ({ server, show }) => {
    await show(await passwordRequestIsland(words.locale));
    const email = field(words.email);
    await press(words.submit);
    await expectSaid(email, words.missing);
    await expect.element(email).toHaveFocus();
    await expectNoFaults();
    await email.fill('ada@home');
    await expectSaid(email, words.invalid);
    expect(server.asked(forgotPassword)).toEqual([]);

    server.refuse(forgotPassword, 'EMAIL_UNKNOWN');
    await email.fill(' Nobody@example.com ');
    await press(words.submit);
    await expectSaid(email, words.unknown);
    await expect.element(email).toHaveFocus();
    expect(server.asked(forgotPassword).map(({ body }) => body)).toMatchObject([
      { email: 'nobody@example.com', lang: words.locale },
    ]);

    server.answer(forgotPassword, null);
    await press(words.submit);
    await expect.element(page.getByRole('heading', { name: words.sent })).toHaveFocus();
    await expectNoFaults();
  });

test('another link can be requested with the same input', async ({ server, show }) => {
  server.answer(forgotPassword, null);
  await show(await passwordRequestIsland());
  await request('ada@example.com');
  await expect.element(page.getByText('emailed a link to ada@example.com')).toBeVisible();
  await press('Send another link');
  await expect.element(field('Email')).toHaveValue('ada@example.com');
  await expect.element(field('Email')).toHaveFocus();
});

test('if the server is unreachable, nothing is lost', async ({ server, show }) => {
  server.beUnreachable(forgotPassword);
  await show(await passwordRequestIsland());
  await request('ada@example.com');
  await expect.element(page.getByRole('alert')).toMatchTextContent(/We can't connect right now\./);
  await expect.element(field('Email')).toHaveValue('ada@example.com');
});

test('the form is accessible, and fits even the narrowest phone', async ({ show }) => {
  await show(await passwordRequestIsland());
  await press('Send link');
  await expectSaid(field('Email'), 'Email is required');
  await expectAccessible();
});
