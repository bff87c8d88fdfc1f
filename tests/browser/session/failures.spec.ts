import type { Page, Route } from '@playwright/test';
import { storageKeys } from '../../../src/lib/contract/session.ts';
import { knowSwiping } from '../account-lists/list-parts.ts';
import { expectTerminalReady, logIn, logInByForm, terminal } from '../customer.ts';
import { expect, test } from '../product-test.ts';

/** The ways in which a call fails that say nothing about the session. */
const faults: Record<string, (route: Route) => Promise<void>> = {
  'an error of the server': (route) =>
    route.fulfill({ status: 500, json: { status: 'error', error: { code: 'INTERNAL', message: '', id: 'x' } } }),
  'the page of a proxy': (route) =>
    route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>Service Unavailable</h1>' }),
  'no answer at all': (route) => route.abort(),
};

interface Part {
  call: string;
  address: string;
  /** What is shown although, or because, the call failed. */
  expectDegraded: (page: Page) => Promise<void>;
  /** Tries again, where the screen offers it, and finds all as it should be. */
  recover?: (page: Page) => Promise<void>;
}

const main = (page: Page) => page.getByRole('main');
const alert = (page: Page, text: RegExp) => main(page).getByRole('alert').filter({ hasText: text });
const tryAgain = (page: Page) => main(page).getByRole('button', { name: 'Try again' }).click();
const transactionRows = (page: Page) => page.locator('tr[data-transaction]');

const parts: readonly Part[] = [
  {
    call: '**/api/accounts/get',
    address: '/platform/BTCUSD',
    // The account as this browser knew it last, and all of the trading screen.
    expectDegraded: async (page) => {
      await expect(page.getByRole('button', { name: /^Your account/ })).toContainText('Alex Morgan');
      await expectTerminalReady(page);
    },
  },
  {
    call: '**/api/get/assets*',
    address: '/platform/BTCUSD',
    expectDegraded: async (page) => {
      const { market, balance } = terminal(page);
      const note = market.getByRole('alert');
      await expect(note).toContainText(
        'The market list could not be loaded. Your account and positions are not affected.',
      );
      await expect(balance).toHaveText(/\d/);
    },
    recover: async (page) => {
      await terminal(page).market.getByRole('button', { name: 'Try again' }).click();
      await expectTerminalReady(page);
    },
  },
  {
    call: '**/api/get/countries*',
    address: '/my-account/info',
    expectDegraded: async (page) => {
      await expect(main(page).getByText('The countries cannot be loaded.')).toBeVisible();
      await expect(main(page).getByLabel('First name')).toHaveValue('Alex');
    },
    recover: async (page) => {
      await tryAgain(page);
      await expect(main(page).getByLabel('Country', { exact: true }).locator('option:checked')).toHaveText('Germany');
    },
  },
  {
    call: '**/api/accounts/popups',
    address: '/transactions/deposits',
    expectDegraded: async (page) => {
      await expect(transactionRows(page).first()).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    },
  },
  {
    call: '**/api/transactions/get/*',
    address: '/transactions/deposits',
    expectDegraded: async (page) => {
      await expect(
        alert(page, /^Your transactions could not be loaded\. Nothing has happened to your money\./),
      ).toBeVisible();
    },
    // By itself: they are asked for again as long as somebody looks, so that a button may be gone before it is pressed.
    recover: (page) => expect(transactionRows(page).first()).toBeVisible({ timeout: 30_000 }),
  },
  {
    call: '**/api/accounts/referrals',
    address: '/referrals',
    expectDegraded: async (page) => {
      await expect(alert(page, /^Who came by your link could not be loaded\./)).toBeVisible();
      await expect(page.getByRole('textbox', { name: 'Your link' })).toHaveValue(/\?ref=/);
    },
    recover: async (page) => {
      await tryAgain(page);
      await expect(page.getByText('Jonas Keller')).toBeVisible();
    },
  },
];

const tokenKept = (page: Page) =>
  page.evaluate(
    (key) => (JSON.parse(localStorage.getItem(key) ?? 'null') as { access_token: string } | null)?.access_token,
    storageKeys.session,
  );

test.beforeEach(({ page }) => knowSwiping(page));

for (const { call, address, expectDegraded, recover } of parts)
  for (const [fault, answer] of Object.entries(faults)) {
    test(`${fault} to ${call.slice(3)} logs nobody out: that part alone is affected`, async ({ page }) => {
      await logIn(page, 'demo@example.com');
      let asked = 0;
      await page.route(call, (route) => {
        asked += 1;
        return answer(route);
      });
      await page.goto(address);
      await expect.poll(() => asked).toBeGreaterThan(0);
      await expectDegraded(page);
      expect(await tokenKept(page)).toBeTruthy();
      await expect(page).toHaveURL(new RegExp(`${address}$`));

      await page.unroute(call);
      await recover?.(page);
    });
  }

for (const { call, address } of parts) {
  test(`a session that the server refuses at ${call.slice(3)} is over`, async ({ page }) => {
    await page.route(call, (route) =>
      route.fulfill({ status: 401, json: { status: 'error', error: { code: 'UNAUTHENTICATED', message: '' } } }),
    );
    // By the form: what is stored for every page would be there again on the log-in's.
    await page.goto(`/login?next=${address}`);
    await logInByForm(page, 'demo@example.com');
    await expect(page).toHaveURL(new RegExp(`/login\\?ended&next=${encodeURIComponent(address)}$`));
  });
}
