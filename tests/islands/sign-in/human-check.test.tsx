import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { LoginIsland } from '../../../src/islands/sign-in/login.island.tsx';
import { login } from '../../../src/lib/contract/endpoints.ts';
import { aCustomer, messagesFor, test } from '../../support/component/component-test.tsx';
import { playRecaptcha } from '../../support/component/recaptcha.tsx';

test('if the broker has reCAPTCHA, its token for the log-in is sent', async ({ server, show, destinations }) => {
  const asked = playRecaptcha('loads');
  server.answer(login, { access_token: 'token', user: aCustomer, device: 'device' });
  await show(
    <LoginIsland
      messages={await messagesFor('en', ['login', 'fields', 'problems'])}
      homePath="/platform/BTCUSD"
      detailsPath="/my-account/info"
      recaptchaSiteKey="site-key-1"
    />,
  );
  expect(asked).toEqual([]);
  await page.getByLabelText('Email').fill('a@example.com');
  await page.getByLabelText('Password', { exact: true }).fill('nonsense');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect.poll(() => destinations).toEqual(['/platform/BTCUSD']);
  expect(asked).toEqual(['https://www.google.com/recaptcha/api.js?render=site-key-1']);
  expect(server.asked(login).map(({ body }) => body)).toMatchObject([{ recaptcha: 'site-key-1 login' }]);
});
