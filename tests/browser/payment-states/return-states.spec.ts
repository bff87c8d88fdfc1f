import type { Page } from '@playwright/test';
import { expectNoSideways } from '../account-lists/list-parts.ts';
import { logIn } from '../customer.ts';
import { returnScreen } from '../payments/paying-test.ts';
import { expect, test } from '../payments/till-test.ts';
import { expectNobodyHindered, serveOptions } from './state-parts.ts';

/** What the page says of a deposit in each of its states, whoever it is said to. */

const demo = 'demo@example.com';

const pending = {
  ...{ transaction_id: '0192f0c4-7a6e-7c1e-b7a0-5f2a9e6c1d33', amount: 1250, transaction_type: 'Card deposit' },
  ...{ transaction_type_id: 1, created_at: '2026-03-01T09:30:00.000Z', comments: null, steps: [], reason: null },
  ...{ transaction_status: 'pending', stage: 'pending', asked_amount: null, provider: 'till', started: 1 },
  ...{ cancellable: 1, checked_by_hand: 0 },
};

const ended = (status: string) => ({ ...pending, transaction_status: status, stage: status, cancellable: 0 });

/** Has the server say of any deposit that it has come so far. */
async function serveDeposit(page: Page, data: object): Promise<void> {
  await page.route('**/api/transactions/show', (route) => route.fulfill({ json: { status: 'success', data } }));
}

/** Has the server say of the method that nobody reports its payments. */
const serveByHand = (page: Page) =>
  serveOptions(page, ({ methods }) => ({ methods: methods.map((method) => ({ ...method, by_hand: 1 })) }));

const open = (page: Page) => page.goto(`/payment/return?transaction=${pending.transaction_id}`);

interface ReturnState {
  says: string;
  email?: string;
  bring: (page: Page) => Promise<void>;
}

const states: Readonly<Record<string, ReturnState>> = {
  loading: {
    says: 'Looking up your deposit',
    bring: (page) => page.route('**/api/transactions/show', () => undefined).then(() => undefined),
  },
  pending: { says: 'Waiting for the confirmation', bring: (page) => serveDeposit(page, pending) },
  checked: {
    says: 'We are looking at your payment',
    bring: (page) => serveDeposit(page, { ...pending, cancellable: 0, checked_by_hand: 1 }),
  },
  'by hand': {
    says: 'We look for your payment',
    async bring(page) {
      await serveByHand(page);
      await serveDeposit(page, pending);
    },
  },
  'not begun': {
    says: 'Deposit not begun',
    bring: (page) => serveDeposit(page, { ...pending, stage: 'not_started' }),
  },
  approved: { says: '€1,250.00 credited', bring: (page) => serveDeposit(page, ended('approved')) },
  'approved, and not verified': {
    says: '€1,250.00 credited',
    email: 'new@example.com',
    bring: (page) => serveDeposit(page, ended('approved')),
  },
  declined: {
    says: 'Deposit declined',
    bring: (page) => serveDeposit(page, { ...ended('declined'), reason: 'The bank has refused the payment.' }),
  },
  cancelled: { says: 'Deposit cancelled', bring: (page) => serveDeposit(page, ended('cancelled')) },
  unknown: {
    says: 'There is no such deposit',
    bring: (page) => serveDeposit(page, { ...ended('approved'), transaction_type_id: 6, amount: -600 }),
  },
  failed: {
    says: 'The server cannot be reached',
    bring: (page) => page.route('**/api/transactions/show', (route) => route.abort()).then(() => undefined),
  },
};

for (const [name, { says, email = demo, bring }] of Object.entries(states))
  test(`what became of it hinders nobody: ${name}`, async ({ page }) => {
    await logIn(page, email);
    await bring(page);
    await open(page);
    await expect(returnScreen(page).outcome).toHaveText(says);
    await expectNobodyHindered(page);
  });

test('who waits for long hinders nobody by that', async ({ page }) => {
  await page.clock.install();
  await logIn(page, demo);
  await serveDeposit(page, pending);
  await open(page);
  const { said, outcome } = returnScreen(page);
  await expect(outcome).toHaveText('Waiting for the confirmation');
  await page.clock.fastForward(31_000);
  await expect(said).toContainText('You can leave this page');
  await page.setViewportSize({ width: 360, height: 800 });
  await expectNoSideways(page);
});

test('who is not verified is not told that the money can be traded with, but what is missing', async ({ page }) => {
  await logIn(page, 'new@example.com');
  await serveDeposit(page, ended('approved'));
  await open(page);
  const { said } = returnScreen(page);
  await expect(said).toContainText('You can trade as soon as your account is verified.');
  await expect(said).not.toContainText('now');
  await page.getByRole('main').getByRole('link', { name: 'Upload documents' }).click();
  await page.waitForURL('**/my-account/documents');
});

test('the number of a withdrawal is no deposit, and nothing is told of it', async ({ page }) => {
  await logIn(page, demo);
  await serveDeposit(page, { ...ended('approved'), transaction_type_id: 6, amount: -600 });
  await open(page);
  await expect(returnScreen(page).outcome).toHaveText('There is no such deposit');
  await expect(page.getByRole('main')).not.toContainText('600');
});

test('who has paid something else is told that it is looked at, and is not asked whether it was paid', async ({
  page,
}) => {
  await serveDeposit(page, { ...pending, cancellable: 0, checked_by_hand: 1 });
  await logIn(page, demo);
  await open(page);
  const { outcome, said, callOff } = returnScreen(page);
  await expect(outcome).toHaveText('We are looking at your payment');
  await expect(said).toContainText('Something else than you asked for has reached us.');
  await expect(callOff).toBeHidden();
  await expect(page.getByRole('main').getByRole('link', { name: 'Contact us' })).toBeVisible();
});

test('what became of a deposit is read out as it changes, and stays where it was', async ({ page }) => {
  await serveDeposit(page, pending);
  // Without the line that tells of news, whoever looks again asks.
  await page.route('**/socket.io/**', (route) => route.abort());
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
  await logIn(page, demo);
  await open(page);
  const { said, outcome } = returnScreen(page);
  await expect(said).toContainText('Waiting for the confirmation');
  const place = await outcome.boundingBox();
  await serveDeposit(page, ended('approved'));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(said).toContainText('€1,250.00 credited');
  await expect(said).toContainText('New balance');
  expect((await outcome.boundingBox())?.y).toBe(place?.y);
});
