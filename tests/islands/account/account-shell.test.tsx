import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { getCountries } from '../../../src/lib/contract/accounts/account-endpoints.ts';
import { getUser } from '../../../src/lib/contract/endpoints.ts';
import { $session } from '../../../src/stores/session.ts';
import {
  aCustomer,
  answerCountries,
  aNewcomer,
  chosenIn,
  field,
  push,
  test,
} from '../../support/component/shown-account.tsx';

/** The panel about the owner of the account, and the links to the account's pages. */

const panel = page.getByRole('region', { name: 'Your account at a glance' });
const facts = () =>
  Object.fromEntries(
    panel
      .getByCss('dt')
      .elements()
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );

test("the panel shows the account's details", async ({ showAccount }) => {
  await showAccount('info', { user: { ...aCustomer, country_id: 276, level: 'Gold', pin: '482913' } });
  await expect.element(panel).toMatchTextContent('Demo Customer');
  await expect.element(panel).toMatchTextContent('demo@example.com');
  await expect.element(panel.getByText('Verified', { exact: true })).toBeVisible();
  await expect.poll(facts).toEqual({ Country: 'Germany', Joined: '5 Jan 2026', Level: 'Gold', PIN: '482913' });
});

test('an account without level, PIN and country says so', async ({ showAccount }) => {
  await showAccount('password', { user: aNewcomer });
  await expect.element(panel.getByText('Not Verified')).toBeVisible();
  await expect.poll(facts).toEqual({ Country: '–', Joined: '5 Jan 2026', Level: 'NONE', PIN: 'NONE' });
});

test.for([
  ['info', 'Profile', 'Profile Overview'],
  ['password', 'Password', 'Change Password'],
  ['documents', 'Documents', 'Documents'],
] as const)('the link to %s is marked as current on its page', async ([name, link, title], { showAccount }) => {
  await showAccount(name);
  const pages = page.getByRole('navigation', { name: 'Account pages' });
  await expect.element(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await expect.element(pages.getByCss('[aria-current]')).toHaveTextContent(link);
  await expect.element(pages.getByRole('link', { name: 'Security' })).toHaveAttribute('href', '/my-account/security');
});

test('on a phone the tab of the current page is in view', async ({ showAccount }) => {
  await page.viewport(360, 740);
  await showAccount('notifications');
  const current = page.getByRole('navigation', { name: 'Account pages' }).getByCss('[aria-current]');
  await expect.element(current).toHaveTextContent('Notifications');
  await expect.poll(() => current.element().getBoundingClientRect().right).toBeLessThanOrEqual(360);
});

test("the country names are in the page's language", async ({ showAccount, server }) => {
  await showAccount('info', { locale: 'de' });
  await expect
    .element(page.getByRole('region', { name: 'Ihr Konto auf einen Blick' }))
    .toMatchTextContent('Österreich');
  expect(chosenIn('Land')).toBe('Österreich');
  expect(server.asked(getCountries).map(({ address }) => address)).toEqual(['/api/get/countries?lang=de']);
});

test('a change by the broker is shown at once', async ({ showAccount }) => {
  await showAccount('info');
  await push({ ...aCustomer, level: 'Platinum', verified_account: 0 });
  await expect.element(panel).toMatchTextContent('Platinum');
  await expect.element(panel.getByText('Not Verified')).toBeVisible();
});

test('if the countries cannot be loaded, the stored one stays, and the session continues', async ({
  showAccount,
  server,
}) => {
  server.beUnreachable(getCountries);
  server.answer(getUser, aCustomer);
  await showAccount('info', { user: { ...aCustomer, country_id: 380, city: 'Milano' }, hasCountries: false });
  const failed = page.getByText("We couldn't load the list of countries.");
  await expect.element(failed).toBeVisible();
  expect(chosenIn('Country')).toBe('Your current country');
  await expect.element(field('Country')).toHaveValue('380');
  await expect.element(field('City')).toHaveValue('Milano');
  expect($session.get()?.access_token).toBe('token');
  answerCountries(server);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => chosenIn('Country')).toBe('Italy');
  await expect.element(failed).not.toBeInTheDocument();
});
