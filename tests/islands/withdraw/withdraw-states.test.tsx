import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { createTransaction } from '../../../src/lib/contract/payments/payment-endpoints.ts';
import { expectAccessible } from '../../support/component/accessibility.ts';
import { aWithdrawal, serveMoney } from '../../support/component/money.ts';
import { ask, test, withdrawScreen } from '../../support/component/shown-withdrawals.tsx';

/** Accessibility of the withdrawal page in states other than its initial form, in every theme and width. */

test.for([
  [{ reserved: 0, invested: 0 }, 'When you have money available', true],
  [
    { reserved: 500, invested: 0 },
    "Everything you could withdraw is already set aside for withdrawals you've requested.",
    false,
  ],
  [{ reserved: 0, invested: 500 }, 'Your money is in open positions.', false],
  [
    { reserved: 500, invested: 500 },
    "Your money is in open positions or set aside for withdrawals you've requested.",
    false,
  ],
] as const)(
  'a customer with nothing to withdraw and %o is told where the money is',
  async ([funds, text, mayPayIn], { showWithdraw }) => {
    await showWithdraw({ options: { withdrawable: 0, ...funds } });
    const { main } = withdrawScreen();
    await expect.element(main).toMatchTextContent(text);
    await expect.element(main.getByRole('link', { name: 'Make a deposit' })).toHaveLength(mayPayIn ? 1 : 0);
    await expectAccessible({ widths: [1440, 360], isWholePage: true });
  },
);

test('the page is accessible with an ambiguous amount', async ({ showWithdraw }) => {
  await showWithdraw();
  const { amount, submit } = withdrawScreen();
  await amount.fill('1.250');
  await submit.click();
  await expect.element(amount).toHaveAccessibleDescription(/^Did you mean 1250 or 1\.25\?/);
  await expectAccessible({ widths: [1440, 360], isWholePage: true });
});

test('the page is accessible if a code is asked for', async ({ server, showWithdraw }) => {
  await showWithdraw();
  server.refuse(createTransaction, 'SECOND_FACTOR_REQUIRED');
  await ask();
  await expect.element(withdrawScreen().code).toBeVisible();
  await expectAccessible({ widths: [1440, 360], isWholePage: true });
});

test('the page is accessible if the answer was lost', async ({ server, showWithdraw }) => {
  await showWithdraw();
  server.beUnreachable(createTransaction);
  await ask();
  await expect.element(withdrawScreen().refusal).toMatchTextContent("We couldn't confirm");
  await expectAccessible({ widths: [1440, 360], isWholePage: true });
});

test('the page is accessible if it failed to load', async ({ showWithdraw }) => {
  await showWithdraw({ options: 'failed' });
  await expect.element(withdrawScreen().refusal).toMatchTextContent("Your money isn't affected.");
  await expectAccessible({ widths: [1440, 360], isWholePage: true });
});

test('a requested withdrawal is accessible, also while it is being cancelled', async ({ server, showWithdraw }) => {
  await showWithdraw();
  const { amount, done } = withdrawScreen();
  await expect.element(amount).toBeVisible();
  const withdrawal = aWithdrawal();
  serveMoney(server, [withdrawal]);
  server.answer(createTransaction, { transaction_id: withdrawal.transaction_id });
  await ask();
  await expect.element(done.getByRole('listitem').first()).toBeVisible();
  await expectAccessible({ widths: [1440, 360], isWholePage: true });
  await done.getByRole('button', { name: 'Cancel withdrawal' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Cancel this withdrawal?' })).toBeVisible();
  await expectAccessible({ widths: [1440, 360], isWholePage: true });
});

test.for([
  ['en', 1440],
  ['de', 360],
  ['it', 320],
  ['es', 320],
] as const)(
  'the page is accessible in %s at %i px, with faults and pending withdrawals',
  async ([locale, width], { showWithdraw }) => {
    await page.viewport(width, 800);
    await showWithdraw({ locale, withdrawals: [aWithdrawal()], options: { reserved: 250.5, bonus: 100, credit: 200 } });
    const { main } = withdrawScreen();
    await expect.element(main.getByCss('[data-withdrawal] [data-state]').first()).toBeVisible();
    await main.getByCss('form button[type=submit]').click();
    await expect.element(main.getByCss('[name=amount]')).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible({ widths: [width], isWholePage: true });
  },
);
