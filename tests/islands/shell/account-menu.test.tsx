import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { mountAccountMenu } from '../../../src/components/shell/account-menu-client.ts';
import { getPopups, getUser } from '../../../src/lib/contract/endpoints.ts';
import { beginSession } from '../../../src/stores/session.ts';
import { aCustomer, test } from '../../support/component/component-test.tsx';

/** The script of the account menu, in the markup of `account-menu.astro`. */

test('another log-in loads the page again only if it is another customer', async ({
  server,
  show,
  logIn,
  destinations,
}) => {
  server.answer(getUser, aCustomer);
  server.answer(getPopups, []);
  logIn();
  await show(
    <div data-account-menu>
      <span data-account-field="full_name" />
    </div>,
  );
  mountAccountMenu(page.getByCss('[data-account-menu]').element() as HTMLElement);
  await expect.element(page.getByText(aCustomer.full_name)).toBeVisible();
  // A log-in in another tab.
  beginSession({ access_token: 'newer', user: { ...aCustomer, full_name: 'Alexandra Morgan' } });
  await expect.element(page.getByText('Alexandra Morgan')).toBeVisible();
  expect(destinations).toEqual([]);
  beginSession({ access_token: 'other', user: { ...aCustomer, uniqid: 'another' } });
  await expect.poll(() => destinations).toEqual([location.pathname + location.search]);
});
