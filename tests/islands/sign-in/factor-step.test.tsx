import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { login } from '../../../src/lib/contract/endpoints.ts';
import { expectNoFaults, expectAccessible } from '../../support/component/accessibility.ts';
import { aCustomer, test as base } from '../../support/component/component-test.tsx';
import { expectSaid, field, loginIsland, press } from '../../support/component/sign-in.tsx';

/** The step after a correct email and password, if the account requires a code from its app. */
const test = base.extend('showStep', ({ server, show }) => async () => {
  server.refuse(login, 'SECOND_FACTOR_REQUIRED');
  await show(await loginIsland());
  await field('Email').fill('limited@example.com');
  await field('Password').fill('demo1234');
  await press('Log in');
  await expect.element(field('Code')).toHaveFocus();
});

test('the code is asked for, refused if wrong, and logs in if right', async ({ server, showStep, destinations }) => {
  history.replaceState(null, '', '?next=/platform/EURUSD');
  await showStep();
  const code = field('Code');
  await expect.element(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect.element(code).toHaveAttribute('inputmode', 'numeric');
  await expectAccessible();

  await press('Confirm');
  await expectSaid(code, 'Code is required');
  server.refuse(login, 'SECOND_FACTOR_WRONG');
  await code.fill('zzzzz-zzzzz');
  await press('Confirm');
  await expectSaid(code, "This code isn't valid.");
  await expect.element(code).toHaveFocus();
  await expectNoFaults();

  server.answer(login, { access_token: 'token', user: aCustomer, device: 'd'.repeat(43) });
  await code.fill('123 456');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => destinations).toEqual(['/platform/EURUSD']);
  expect(server.asked(login).at(-1)?.body).toMatchObject({
    ...{ email: 'limited@example.com', password: 'demo1234', second_factor: '123 456' },
  });
});

test('a recovery code replaces the app, by keyboard alone', async ({ server, showStep, destinations }) => {
  await showStep();
  await userEvent.tab();
  await userEvent.tab();
  await expect.element(page.getByRole('button', { name: 'Use a recovery code instead' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Recovery code')).toHaveFocus();
  await expectNoFaults();
  server.answer(login, { access_token: 'token', user: aCustomer, device: 'd'.repeat(43) });
  await userEvent.keyboard('ABCDE-FGHIJ{Enter}');
  await expect.poll(() => destinations).toEqual(['/platform/BTCUSD']);
  expect(server.asked(login).at(-1)?.body).toMatchObject({ second_factor: 'ABCDE-FGHIJ' });
});

test('going back keeps the input', async ({ showStep }) => {
  await showStep();
  await press('Back');
  await expect.element(field('Email')).toHaveValue('limited@example.com');
  await expect.element(field('Password')).toHaveValue('demo1234');
  await expect.element(field('Password')).toHaveFocus();
});

test('the step is in the language of the page', async ({ server, show }) => {
  server.refuse(login, 'SECOND_FACTOR_REQUIRED');
  await show(await loginIsland('de'));
  await field('E-Mail').fill('limited@example.com');
  await field('Passwort').fill('demo1234');
  await press('Anmelden');
  await press('Bestätigen');
  await expectSaid(field('Code'), 'Code ist erforderlich');
  server.refuse(login, 'SECOND_FACTOR_WRONG');
  await field('Code').fill('zzzzz-zzzzz');
  await userEvent.keyboard('{Enter}');
  await expectSaid(field('Code'), 'Dieser Code ist nicht gültig.');
});
