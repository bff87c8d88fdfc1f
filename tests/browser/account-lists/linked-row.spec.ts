import type { APIRequestContext } from '@playwright/test';
import type { Transaction } from '../../../src/lib/contract/accounts/account-entities.ts';
import { expectNoFaults } from '../accessibility.ts';
import { demoPassword, logIn, logInByForm } from '../customer.ts';
import { listenToFaults } from '../page-faults.ts';
import { expect, test } from '../product-test.ts';
import { knowSwiping, serveTransactions, transactionsPage } from './list-parts.ts';
import { states } from './served-transactions.ts';

/** Links of mails lead to a row of the list: it is opened, in sight, and the keyboard is on it. */

test.beforeEach(({ page }) => knowSwiping(page));

/** Of the demo's customer. */
async function oldestWithdrawal(request: APIRequestContext): Promise<string> {
  const account = { email: 'demo@example.com', password: demoPassword };
  const session = await request.post('/api/accounts/login', { data: account });
  const { data } = (await session.json()) as { data: { access_token: string; user: { token: string } } };
  const headers = { authorization: `Bearer ${data.access_token}` };
  const list = await request.get(`/api/transactions/get/${data.user.token}`, { headers });
  const { data: all } = (await list.json()) as { data: Transaction[] };
  return all.findLast(({ transaction_type_id: type }) => type === 6)?.transaction_id ?? '';
}

for (const width of [1440, 360])
  test(`who follows the link of a mail logs in, and finds the row opened, at ${width} px`, async ({
    page,
    request,
  }) => {
    const faults = listenToFaults(page);
    await page.setViewportSize({ width, height: 780 });
    const id = await oldestWithdrawal(request);
    await page.goto(`/transactions/withdrawals?transaction=${id}`);
    await page.waitForURL('**/login?next=*');
    await logInByForm(page, 'demo@example.com');
    await page.waitForURL(`**/transactions/withdrawals?transaction=${id}`);
    const row = page.locator(`tr[data-transaction="${id}"]`);
    await expect(row.getByRole('button', { expanded: true })).toBeFocused();
    await expect(row).toBeInViewport({ ratio: 1 });
    await expect(page.locator(`tr[data-details="${id}"]`)).toContainText('Requested');
    await expect(page.locator('tr[data-details]')).toHaveCount(1);
    await expectNoFaults(page);

    await page.keyboard.press('Enter');
    await expect(page.locator('tr[data-details]')).toHaveCount(0);
    expect(faults).toEqual([]);
  });

test('a row far down the list is drawn for its link', async ({ page }) => {
  const many = Array.from({ length: 400 }, (_, index) => ({
    ...states.declined,
    transaction_id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    created_at: new Date(Date.UTC(2026, 0, 1) - index * 60_000).toISOString(),
  }));
  await serveTransactions(page, many);
  await logIn(page, 'new@example.com');
  await page.goto('/transactions/deposits?transaction=00000000-0000-4000-8000-000000000250');
  const { rows } = transactionsPage(page);
  await expect(rows).toHaveCount(251);
  await expect(rows.last().getByRole('button', { expanded: true })).toBeFocused();
  await expect(rows.last()).toBeInViewport({ ratio: 1 });
});

test("a link to what is not there, or somebody else's, leads to the list as it is", async ({ page }) => {
  const faults = listenToFaults(page);
  await logIn(page, 'demo@example.com');
  const strange = encodeURIComponent('"]<b>');
  for (const id of ['00000000-0000-4000-8000-000000000001', '', strange]) {
    await page.goto(`/transactions/withdrawals?transaction=${id}`);
    await expect(transactionsPage(page).rows).toHaveCount(8);
    await expect(page.locator('tr[data-details]')).toHaveCount(0);
  }
  expect(faults).toEqual([]);
});
