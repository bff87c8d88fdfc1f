import { expect } from 'vitest';
import { page } from 'vitest/browser';
import type { User } from '../../../src/lib/contract/entities.ts';
import { expectNoFaults } from '../../support/component/accessibility.ts';
import { aCustomer } from '../../support/component/component-test.tsx';
import { terminal, test } from '../../support/component/shown-terminal.tsx';

/** Who may trade which assets, and with which leverage. */

const leverages = () => terminal().ticket.getByRole('radio');
const values = () =>
  leverages()
    .elements()
    .map((each) => (each as HTMLInputElement).value);
const buy = () => terminal().ticket.getByRole('button', { name: /^Buy/ });
const unverified: Partial<User> = { verified_account: 0 };
const cryptoOnly: Partial<User> = { custom_leverage: '{"crypto":[0,2]}', assets_group_permission: [3] };

test('an unverified account sees prices, and why it cannot trade', async ({ showTerminal }) => {
  await showTerminal({ customer: unverified });
  const { market, ticket } = terminal();
  await expect.element(market.getByCss('[data-cell="sell"]').first()).toMatchTextContent(/\d/);
  await expect.element(ticket).toMatchTextContent('The account is not verified');
  expect(ticket.getByRole('button', { name: /^(Buy|Sell)/ }).elements()).toEqual([]);
  await expectNoFaults();
});

test('on a phone the sheet says why an account cannot trade', async ({ showTerminal }) => {
  await page.viewport(360, 740);
  await showTerminal({ customer: unverified });
  await page.getByRole('button', { name: /^Buy/ }).click();
  const sheet = page.getByRole('dialog');
  await expect.element(sheet).toMatchTextContent('The account is not verified');
  expect(sheet.getByRole('button', { name: /^Buy/ }).elements()).toEqual([]);
});

test('an account limited to crypto has its own leverages there, and no access elsewhere', async ({ showTerminal }) => {
  await showTerminal({ customer: cryptoOnly });
  const { ticket, market } = terminal();
  await expect.poll(values).toEqual(['1', '5']);
  await expect.element(buy()).not.toHaveAttribute('aria-disabled');
  await market.getByRole('tab', { name: 'Forex' }).click();
  await market.getByRole('link', { name: 'EURUSD' }).click();
  await expect.element(page.getByText('You have no access').first()).toBeVisible();
  expect(page.getByRole('button', { name: /^(Buy|Sell)/ }).elements()).toEqual([]);
  history.back();
  await expect.element(buy()).not.toHaveAttribute('aria-disabled');
  await expect.element(ticket).toBeVisible();
});

test('the screen follows at once when the broker changes the account', async ({ showTerminal }) => {
  const { connection } = await showTerminal({ customer: cryptoOnly });
  const push = (changes: Partial<User>) => connection.tell('user', { ...aCustomer, ...cryptoOnly, ...changes });
  const { ticket } = terminal();
  await expect.poll(values).toEqual(['1', '5']);
  push({ custom_leverage: null });
  await expect.poll(values).toEqual(['1', '2', '5']);
  push({ custom_leverage: '{"crypto":[2]}' });
  await expect.poll(values).toEqual(['5']);
  push({ assets_group_permission: [] });
  await expect.element(ticket).toMatchTextContent('You have no access');
  push(unverified);
  await expect.element(ticket).toMatchTextContent('The account is not verified');
  push({ verified_account: 1, assets_group_permission: [1, 2, 3, 4, 5] });
  await expect.element(buy()).not.toHaveAttribute('aria-disabled');
});
