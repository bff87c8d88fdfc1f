import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { getUser, openPosition } from '../../../src/lib/contract/endpoints.ts';
import type { User } from '../../../src/lib/contract/entities.ts';
import { expectNoFaults } from '../../support/component/accessibility.ts';
import { storageKeys } from '../../../src/lib/contract/session.ts';
import { beginSession } from '../../../src/stores/session.ts';
import { aCustomer } from '../../support/component/component-test.tsx';
import { openPositions } from '../../support/component/positions.tsx';
import { sockets } from '../../support/component/fake-socket.ts';
import { connectionTo, terminal, test } from '../../support/component/shown-terminal.tsx';
import { fold, sentBy } from '../../support/component/trading.tsx';

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
  await expect.element(ticket.getByRole('link', { name: 'Verify your account' }).first()).toBeVisible();
  await expectNoFaults();
});

test('an unverified account is led to the step that is missing', async ({ showTerminal }) => {
  await page.viewport(360, 740);
  const { connection } = await showTerminal({ customer: { ...unverified, phone: null } });
  const links = page.getByRole('group', { name: 'New trade' }).getByRole('link');
  await expect.element(links.first()).toHaveAttribute('href', '/my-account/info');
  connection.tell('user', { ...aCustomer, ...unverified });
  await expect.element(links.first()).toHaveAttribute('href', '/my-account/documents');
  await expect.element(links.nth(1)).toHaveAccessibleName(/^Buy [\d,.]+ Verify your account$/);
  expect(page.getByRole('dialog').elements()).toEqual([]);
  connection.tell('user', aCustomer);
  await page.getByRole('button', { name: /^Buy/ }).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
});

test('a new customer sees the first steps until they are done', async ({ showTerminal }) => {
  const fresh = { ...unverified, has_deposit: 0, has_traded: 0 } as const;
  const { connection } = await showTerminal({ customer: fresh });
  const steps = page.getByRole('region', { name: 'Get started' });
  await expect.element(steps).toMatchTextContent('1 of 4 done');
  await expect.element(steps.getByRole('link', { name: 'Verify your account' })).toBeVisible();
  await expectNoFaults();
  connection.tell('user', { ...aCustomer, ...fresh, verified_account: 1, has_deposit: 1 });
  await expect.element(steps).toMatchTextContent('3 of 4 done');
  connection.tell('positions', { open: openPositions(1), history: [] });
  await expect.element(steps).not.toBeInTheDocument();
});

test('the first steps stay hidden once their button was pressed', async ({ showTerminal }) => {
  await showTerminal({ customer: { has_deposit: 0 } });
  const steps = page.getByRole('region', { name: 'Get started' });
  await steps.getByRole('button', { name: 'Hide these steps' }).click();
  await expect.element(steps).not.toBeInTheDocument();
  expect(localStorage.getItem(storageKeys.firstSteps)).toBe(aCustomer.uniqid);
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

test('a log-in of the same customer in another tab changes only the connection', async ({ showTerminal, server }) => {
  await showTerminal();
  const { ticket } = terminal();
  await ticket.getByText(fold).click();
  const stopLoss = ticket.getByLabelText('Stop loss', { exact: true });
  await stopLoss.fill('1000');
  const before = sockets.length;
  beginSession({ access_token: 'newer', user: aCustomer });
  await expect.poll(() => sockets.length).toBe(before + 1);
  const connection = await connectionTo('/');
  connection.join();
  await expect.poll(() => server.asked(getUser).at(-1)?.headers.get('authorization')).toBe('Bearer newer');
  await expect.element(stopLoss).toHaveValue('1000');
  await buy().click();
  await expect.poll(() => sentBy(connection, openPosition)).toMatchObject([{ stop_lost: 1000 }]);
});
