import { expect } from 'vitest';
import { createTransaction, getPaymentOptions } from '../../../src/lib/contract/payments/payment-endpoints.ts';
import { options, test } from '../../support/component/deposit.tsx';

/** The amount of a deposit. */

test.for([
  ['', 'Amount is required'],
  ['249.99', 'Minimum Deposit € 250'],
  ['250.0055', 'Use no more than two decimal places'],
  ['300.000', 'Did you mean 300000 or 300.00? Enter the amount you want.'],
  ['-300', 'Enter the amount without a minus sign'],
  ['much', 'Enter an amount such as 250 or 250.50'],
  ['9999999', 'Maximum Deposit € 100,000'],
] as const)(
  'an amount of "%s" is refused at its field, and nothing is sent',
  async ([typed, said], { server, showDeposit }) => {
    const { amount, pay } = await showDeposit();
    await amount.fill(typed);
    await pay.click();
    await expect.element(amount).toHaveFocus();
    await expect.element(amount).toHaveAccessibleDescription(said);
    await expect.element(amount).toHaveValue(typed);
    expect(server.asked(createTransaction)).toEqual([]);
  },
);

test.for([
  ['1,000.50', 1000.5],
  ['1.000,50', 1000.5],
  ['€ 1 000,50', 1000.5],
  // Read as a thousand, because one euro is below the minimum.
  ['1,000', 1000],
] as const)('an amount of "%s" is read as intended', async ([typed, meant], { server, showDeposit }) => {
  const { amount, pay } = await showDeposit();
  await amount.fill(typed);
  await pay.click();
  await expect.poll(() => server.asked(createTransaction).map(({ body }) => body)).toMatchObject([{ amount: meant }]);
});

test('choosing a suggested amount fills in the field', async ({ showDeposit }) => {
  const { amount, button, dialog } = await showDeposit();
  await expect.element(dialog.getByText('Minimum Deposit € 250')).toBeVisible();
  await button('€1,000').click();
  await expect.element(amount).toHaveValue('1000');
});

test('a limit that the broker has changed meanwhile is shown with its new value', async ({ server, showDeposit }) => {
  const { amount, pay } = await showDeposit();
  await amount.fill('300');
  server.refuse(createTransaction, 'VALIDATION', { amount: 'Minimum Deposit € 500' });
  server.answer(getPaymentOptions, { ...options, minimum_deposit: 500 });
  await pay.click();
  await expect.element(amount).toHaveAccessibleDescription('Minimum Deposit € 500');
  await expect.element(amount).toHaveFocus();
});
