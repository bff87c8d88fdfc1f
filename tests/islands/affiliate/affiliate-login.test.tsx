import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AffiliateLoginIsland } from '../../../src/islands/affiliate/affiliate-login.island.tsx';
import { affiliateLogin } from '../../../src/lib/contract/affiliate/affiliate-endpoints.ts';
import { messagesFor, test } from '../../support/component/component-test.tsx';
import { anAffiliate } from '../../support/component/shown-panel.tsx';

const island = (
  <AffiliateLoginIsland messages={await messagesFor('en', ['login', 'fields', 'problems'])} recaptchaSiteKey={null} />
);
const email = page.getByLabelText('Email');
const password = page.getByLabelText('Password', { exact: true });
const logIn = page.getByRole('button', { name: 'Log in' });

test('missing values are reported at their fields, and the first one has the focus', async ({ show, server }) => {
  await show(island);
  await logIn.click();
  await expect.element(email).toHaveAccessibleDescription('Email is required');
  await expect.element(password).toHaveAccessibleDescription('Password is required');
  await expect.element(email).toHaveFocus();
  await email.fill('affiliate');
  await password.fill('x');
  await userEvent.keyboard('{Enter}');
  await expect.element(email).toHaveAccessibleDescription('invalid email address');
  expect(server.asked(affiliateLogin)).toEqual([]);
});

test('a wrong password is refused, and the right one logs in', async ({ show, server }) => {
  server.refuse(affiliateLogin, 'INVALID_CREDENTIALS');
  await show(island);
  await email.fill(anAffiliate.email);
  await password.fill('wrong password');
  await logIn.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Invalid credentials.');
  server.answer(affiliateLogin, { access_token: 'token', user: anAffiliate });
  await password.fill('demo1234');
  await logIn.click();
  await expect.element(password).toHaveValue('');
  const sent = server.asked(affiliateLogin).map(({ body }) => body);
  expect(sent).toMatchObject([
    { email: anAffiliate.email, password: 'wrong password' },
    { email: anAffiliate.email, password: 'demo1234' },
  ]);
});

test('if the server is unreachable, the form says so and keeps the input', async ({ show, server }) => {
  server.beUnreachable(affiliateLogin);
  await show(island);
  await email.fill(anAffiliate.email);
  await password.fill('demo1234');
  await logIn.click();
  await expect.element(page.getByRole('alert')).toMatchTextContent("We can't connect right now.");
  await expect.element(email).toHaveValue(anAffiliate.email);
});
