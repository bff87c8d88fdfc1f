import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { LoginIsland } from '../../src/islands/login/login.island.tsx';
import { login } from '../../src/lib/contract/endpoints.ts';
import { aCustomer, messagesFor, test } from '../support/component/component-test.tsx';

const island = (
  <LoginIsland
    messages={await messagesFor('en', ['login', 'fields', 'problems'])}
    homePath="/platform/BTCUSD"
    detailsPath="/my-account/info"
    recaptchaSiteKey={null}
  />
);

test('a refusal is forgotten with the next try', async ({ server, show }) => {
  server.refuse(login, 'INVALID_CREDENTIALS');
  await show(island);
  await page.getByLabelText('Email').fill('a@example.com');
  await page.getByLabelText('Password', { exact: true }).fill('nonsense');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Invalid credentials.');
  await page.getByLabelText('Email').fill('');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect.element(page.getByText('Email is required')).toBeVisible();
  await expect.element(page.getByRole('alert')).toBeEmptyDOMElement();
  expect(server.asked(login)).toHaveLength(1);
});

test('a log-in leads to the platform', async ({ server, show, destinations }) => {
  server.answer(login, { access_token: 'token', user: aCustomer, device: 'device' });
  await show(island);
  await page.getByLabelText('Email').fill('a@example.com');
  await page.getByLabelText('Password', { exact: true }).fill('nonsense');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect.poll(() => destinations).toEqual(['/platform/BTCUSD']);
});
