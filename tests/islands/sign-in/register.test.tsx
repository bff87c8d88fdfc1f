import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { register } from '../../../src/lib/contract/accounts/account-endpoints.ts';
import { storageKeys } from '../../../src/lib/contract/session.ts';
import { $session } from '../../../src/stores/session.ts';
import { expectNoFaults, expectAccessible } from '../../support/component/accessibility.ts';
import { aCustomer, test } from '../../support/component/component-test.tsx';
import { expectPassword, expectSaid, field, kept, registerIsland } from '../../support/component/sign-in.tsx';
import { agreement, chosenPassword, fillRegistration, send, words } from '../../support/component/registration.tsx';

const entered = { access_token: 'token', user: { ...aCustomer, verified_account: 0 as const }, device: 'd'.repeat(43) };

for (const [locale, { submit, labels, missing, agree, invalid, tooLong }] of Object.entries(words))
  test(`missing and invalid values are reported at their fields: ${locale}`, async ({ server, show }) => {
    await show(await registerIsland(locale as keyof typeof words));
    await page.getByRole('button', { name: submit }).click();
    for (const [index, label] of labels.entries()) await expectSaid(field(label), missing[index] ?? '');
    await expectSaid(agreement(), agree);
    await expect.element(field(labels[0])).toHaveFocus();
    await expectNoFaults();

    await field(labels[0]).fill('x'.repeat(81));
    await expectSaid(field(labels[0]), tooLong);
    await field(labels[2]).fill('ada@home');
    await expectSaid(field(labels[2]), invalid[0]);
    await field(labels[3]).fill('0301');
    await expectSaid(field(labels[3]), invalid[1]);
    await field(labels[3]).fill('+49 30 901820');
    await expectSaid(field(labels[3]), '');
    await agreement().click();
    await expectSaid(agreement(), '');
    expect(server.asked(register)).toEqual([]);
  });

test('the form is accessible, and fits even the narrowest phone', async ({ show }) => {
  await show(await registerIsland());
  await send();
  await expectSaid(field('Password'), 'Password is required');
  await expectAccessible();
});

test('the request contains the person, the referrer and the first page, and the profile comes next', async ({
  server,
  show,
  destinations,
}) => {
  localStorage.setItem(storageKeys.referral, 'abc123.spring');
  localStorage.setItem(storageKeys.sourcePage, '/about');
  server.answer(register, entered);
  await show(await registerIsland());
  await fillRegistration(' Ada@Example.com ');
  await field('First name').fill('  Ada ');
  await page.getByRole('heading').first().click();
  await expect.element(field('First name')).toHaveValue('Ada');
  await field('Phone number').fill('+44 20 7946 0018');
  await send();
  await expect.poll(() => destinations).toEqual(['/my-account/info']);
  expect(server.asked(register)[0]?.body).toMatchObject({
    ...{ first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', phone: '+442079460018', country: 'GB' },
    ...{ agree: true, ref: 'abc123', source_tag: 'spring', source_page: '/about', lang: 'en' },
    info: expect.stringContaining('"ip"') as string,
  });
  expect(kept('registered')).toBe(entered.user.uniqid);
  await expect.element(field('Password')).toHaveValue('');
});

for (const [locale, { submit, labels, taken, easy }] of Object.entries(words))
  test(`a refusal of a field by the server is shown there: ${locale}`, async ({ server, show }) => {
    await show(await registerIsland(locale as keyof typeof words));
    const values = ['Ada', 'Lovelace', 'demo@example.com', '+442079460018', chosenPassword];
    for (const [index, label] of labels.entries()) await field(label).fill(values[index] ?? '');
    await agreement().click();
    server.refuse(register, 'EMAIL_TAKEN');
    await page.getByRole('button', { name: submit }).click();
    await expectSaid(field(labels[2]), taken);
    await expect.element(field(labels[2])).toHaveFocus();
    await expect.element(field(labels[4])).toHaveValue(chosenPassword);
    expect($session.get()).toBeNull();

    server.refuse(register, 'VALIDATION', { password: 'This password is too easy to guess' });
    await field(labels[2]).fill('ada@example.com');
    await page.getByRole('button', { name: submit }).click();
    await expectSaid(field(labels[4]), easy);
    await expect.element(field(labels[4])).toHaveFocus();
    await field(labels[4]).fill('three kettles hum');
    await expectSaid(field(labels[4]), locale === 'de' ? 'Mindestens 8 Zeichen.' : 'At least 8 characters.');
  });

test('server-side faults are shown at their fields; if the server is unreachable, nothing is lost', async ({
  server,
  show,
}) => {
  await show(await registerIsland());
  await fillRegistration('ada@example.org');
  server.refuse(register, 'VALIDATION', { phone: 'Phone number not valid', ref: 'Invalid input' });
  await send();
  await expectSaid(field('Phone number'), 'Phone number not valid');
  await expect.element(field('Phone number')).toHaveFocus();

  server.beUnreachable(register);
  await send();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/We can't connect right now\./);
  await expect.element(field('Password')).toHaveValue(chosenPassword);
});

test('if the broker hides who has an account, registration continues by email', async ({ server, show }) => {
  server.answer(register, null);
  await show(await registerIsland());
  await fillRegistration('ada@example.net');
  await send();
  await expect.element(page.getByRole('heading', { name: 'Check your email' })).toHaveFocus();
  await expect.element(page.getByText('emailed a link to ada@example.net')).toBeVisible();
  expect($session.get()).toBeNull();
  await expectNoFaults();
});

test('the password is masked, marked for password managers, and can be pasted', async ({ show }) => {
  await show(await registerIsland());
  await expectPassword(field('Password'), 'new-password');
});
