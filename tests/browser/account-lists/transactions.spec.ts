import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import type { Transaction } from '../../../src/lib/contract/accounts/account-entities.ts';
import { expectNoFaults, expectNoFaultsInBothThemes } from '../accessibility.ts';
import { demoPassword, logInByForm } from '../customer.ts';
import { holdScripts } from '../held-scripts.ts';
import { listenToFaults } from '../page-faults.ts';
import { expect, test } from '../product-test.ts';
import { expectNoHorizontalScroll, textsOf, transactionsPage } from './list-parts.ts';

/** The transactions page: from the link in a mail to the row, through all groups, and the files that can be saved. */

const demo = 'demo@example.com';
const today = () => new Date().toISOString().slice(0, 10);

/** The id of the demo customer's oldest withdrawal. */
async function oldestWithdrawal(request: APIRequestContext): Promise<string> {
  const session = await request.post('/api/accounts/login', { data: { email: demo, password: demoPassword } });
  const { data } = (await session.json()) as { data: { access_token: string; user: { token: string } } };
  const headers = { authorization: `Bearer ${data.access_token}` };
  const list = await request.get(`/api/transactions/get/${data.user.token}`, { headers });
  const { data: all } = (await list.json()) as { data: Transaction[] };
  return all.findLast(({ transaction_type_id: type }) => type === 6)?.transaction_id ?? '';
}

/** Follows the link of a mail through the log-in. The row is then expanded, in view and focused. */
async function followMail(page: Page, request: APIRequestContext): Promise<void> {
  const id = await oldestWithdrawal(request);
  await page.goto(`/transactions/withdrawals?transaction=${id}`);
  await page.waitForURL('**/login?next=*');
  await logInByForm(page, demo);
  await page.waitForURL(`**/transactions/withdrawals?transaction=${id}`);
  const row = page.locator(`tr[data-transaction="${id}"]`);
  await expect(row.getByRole('button', { expanded: true })).toBeFocused();
  await expect(row).toBeInViewport({ ratio: 1 });
  await expect(page.locator(`tr[data-details="${id}"]`)).toContainText('Requested');
  await expectNoFaults(page);
  await page.keyboard.press('Enter');
  await expect(page.locator('tr[data-details]')).toHaveCount(0);
}

async function save(page: Page, button: Locator) {
  const download = page.waitForEvent('download');
  await button.click();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

const statementPanel = (page: Page) =>
  page.locator('details').filter({ has: page.locator('summary', { hasText: 'Statement' }) });

/** Saves a statement of the whole period as PDF and as CSV. */
async function exportStatement(page: Page): Promise<void> {
  const panel = statementPanel(page);
  const before = today();
  await panel.getByRole('radio', { name: 'All' }).check();
  const from = await panel.getByLabel('From').inputValue();
  const until = await panel.getByLabel('To', { exact: true }).inputValue();
  expect([before, today()]).toContain(until);
  const pdf = await save(page, panel.getByRole('button', { name: 'Download PDF' }));
  expect(pdf.name).toBe(`statement-${from}-${until}.pdf`);
  expect(pdf.bytes.toString('latin1', 0, 8)).toBe('%PDF-1.7');
  await expect(panel.getByRole('status')).toHaveText(`${pdf.name} saved`);
  const csv = await save(page, panel.getByRole('button', { name: 'Download CSV' }));
  const text = csv.bytes.toString();
  // The period starts when the account was opened, so the opening balance is zero and the closing one is the demo
  // balance.
  expect(text).toContain('\r\nopening,,,,,,total,,,0.00,EUR\r\n');
  expect(text).toMatch(/\r\nline,1,.*,Card deposit,/);
  expect(text).toMatch(/\r\nseal,,,,hmac-sha-256,[0-9a-f]{64},,,,,\r\n$/);
}

test('an address that names no group leads to the deposits', async ({ request }) => {
  for (const [from, to] of [
    ['/transactions', '/transactions/deposits'],
    ['/transactions/anything', '/transactions/deposits'],
    ['/transactions/Deposits', '/transactions/deposits'],
    ['/de/transactions', '/de/transactions/deposits'],
    ['/de/transactions/bonus?ref=abc', '/de/transactions/deposits?ref=abc'],
  ] as const) {
    const answer = await request.get(from, { headers: { accept: 'text/html' }, maxRedirects: 0 });
    expect([answer.status(), answer.headers()['location']], from).toEqual([302, to]);
  }
});

test('a customer follows a mail, looks through all groups, and saves lists and statements', async ({
  page,
  context,
  request,
}) => {
  const faults = listenToFaults(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await followMail(page, request);
  const { tabs, column, rows, head, main } = transactionsPage(page);
  await expect(rows).toHaveCount(8);
  await head('Amount').getByRole('button').click();
  const list = await save(page, page.getByRole('button', { name: 'Export CSV' }));
  expect(list.name).toMatch(/^withdrawals-\d{4}-\d\d-\d\d\.csv$/);
  const lines = list.bytes.toString().split('\r\n');
  expect(lines).toHaveLength(1 + 8 + 1);
  await expect(rows.first()).toHaveAttribute('data-transaction', lines[1]?.split(',')[0] ?? '');

  await tabs.getByRole('link', { name: /^Deposits/ }).click();
  await expect(page).toHaveURL(/\/transactions\/deposits$/);
  const types = await textsOf(column('transaction_type_id'));
  expect(types.slice(0, 3)).toEqual(['Bank deposit', 'Other deposit', 'Manual deposit']);
  expect((await textsOf(column('amount'))).slice(0, 3)).toEqual(['+€1,000.00', '+€500.00', '+€75.00']);
  await tabs.getByRole('link', { name: /^Bonuses/ }).click();
  await expect(rows).toHaveCount(2);
  await page.goBack();
  await expect(page).toHaveTitle(/^Deposits · Transactions · /);
  const id = (await rows.first().getAttribute('data-transaction')) ?? '';
  await rows
    .first()
    .getByRole('button', { name: /^Copy number/ })
    .click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(id);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Transactions' })).toHaveAttribute(
    'aria-current',
    'page',
  );

  // The panel can be opened before the page has started, and stays open.
  const letLoad = await holdScripts(page);
  await page.goto('/transactions/deposits', { waitUntil: 'commit' });
  await statementPanel(page).evaluate((part: HTMLDetailsElement) => (part.open = true));
  letLoad();
  await expect(page.getByRole('radio', { name: 'This month' })).toBeChecked();
  await exportStatement(page);
  await expectNoFaultsInBothThemes(page);

  await page.goto('/de/transactions/withdrawals');
  await main.getByRole('link', { name: /^Boni/ }).click();
  await expect(rows).toHaveCount(2);
  await page.getByRole('banner').getByRole('button', { name: 'Sprache' }).click();
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page).toHaveURL(/[^e]\/transactions\/bonuses$/);
  await expect(rows).toHaveCount(2);
  expect(faults).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });

  /** Swipes a finger across the screen. */
  async function swipe(page: Page, from: [number, number], to: [number, number]): Promise<void> {
    const touch = await page.context().newCDPSession(page);
    const at = ([x, y]: [number, number]) => ({ touchPoints: [{ x, y }] });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(from) });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(to) });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await touch.detach();
  }

  test('the row that a mail links to is in view, and swiping leads through the groups', async ({ page, request }) => {
    const faults = listenToFaults(page);
    await followMail(page, request);
    // The swipe hint must not stay on top of the lists.
    await expect(page.locator('[data-swipe-hint]')).toHaveCount(0);
    await expectNoHorizontalScroll(page);
    const { rows, tabs } = transactionsPage(page);
    await page.evaluate(() => scrollTo(0, 0));
    await tabs.getByRole('link', { name: /^Bonuses/ }).click();
    await expect(rows).toHaveCount(2);
    await swipe(page, [280, 620], [80, 630]);
    await expect(page).toHaveURL(/\/transactions\/credits$/);
    await expect(tabs.getByRole('link', { name: /^Credits/ })).toBeInViewport({ ratio: 1 });
    await swipe(page, [280, 620], [80, 630]);
    await swipe(page, [80, 620], [280, 630]);
    await expect(page).toHaveURL(/\/transactions\/bonuses$/);
    const panel = statementPanel(page);
    await panel.locator('summary').click();
    const saved = await save(page, panel.getByRole('button', { name: 'Download CSV' }));
    await expect(panel.getByRole('status')).toHaveText(`${saved.name} saved`);
    await expectNoHorizontalScroll(page);
    await expectNoFaultsInBothThemes(page);
    const parts = panel.locator('summary, label:has(input[type=radio]), button');
    const heights = await parts.evaluateAll((all) => all.map((part) => part.getBoundingClientRect().height));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
    expect(faults).toEqual([]);
  });
});
