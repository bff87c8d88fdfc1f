import { expectNoFaults } from '../accessibility.ts';
import { disableFactor, enableFactor, keepSession, openSession, wrongCode } from '../account-security/factor.ts';
import { tabTo } from '../keyboard.ts';
import { expect, test, withdrawScreen } from './withdraw-test.ts';

const limited = 'limited@example.com';

test('an account with a second factor is asked for a code, by keyboard alone', async ({ page, request }) => {
  const app = await enableFactor(request, limited);
  const [first = '', second = '', ...rest] = app.recoveryCodes;
  await keepSession(page, await openSession(request, limited, { second_factor: first }));
  await page.goto('/payment/withdraw');
  const { amount, comments, code, submit, done } = withdrawScreen(page);
  await tabTo(page, amount);
  await page.keyboard.type('15');
  await tabTo(page, comments);
  await page.keyboard.type('Fifteen');
  await tabTo(page, submit);
  await page.keyboard.press('Enter');
  await expect(code).toBeFocused();
  await expectNoFaults(page);
  await page.keyboard.type(wrongCode);
  await page.keyboard.press('Enter');
  await expect(code).toHaveAccessibleDescription("This code isn't valid.");
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(second);
  await page.keyboard.press('Enter');
  await expect(done).toBeVisible();
  await disableFactor(request, limited, rest);
});
