import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { LoginIsland } from '../../../src/islands/sign-in/login.island.tsx';
import { login } from '../../../src/lib/contract/endpoints.ts';
import { aCustomer, messagesFor, test } from '../../support/component/component-test.tsx';
import { playRecaptcha } from '../../support/component/recaptcha.tsx';

test('if reCAPTCHA cannot be loaded, the log-in works without it, so that customers can reach their positions', async ({
  server,
  show,
  destinations,
}) => {
  const asked = playRecaptcha('cannot be loaded');
  server.answer(login, { access_token: 'token', user: aCustomer, device: 'device' });
  await show(
    <LoginIsland
      messages={await messagesFor('en', ['login', 'fields', 'problems'])}
      homePath="/platform/BTCUSD"
      detailsPath="/my-account/info"
      recaptchaSiteKey="site-key-1"
    />,
  );
  await page.getByLabelText('Email').fill('a@example.com');
  await page.getByLabelText('Password', { exact: true }).fill('nonsense');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect.poll(() => destinations).toEqual(['/platform/BTCUSD']);
  expect(asked).toHaveLength(1);
  expect(server.asked(login).map(({ body }) => body)).toMatchObject([{ recaptcha: '' }]);
});
