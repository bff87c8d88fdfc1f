import type { Page } from '@playwright/test';
import { expectNoFaultsInBothThemes } from '../accessibility.ts';
import { chooseTheme, logIn } from '../customer.ts';
import { stopsOf } from '../payments/withdraw-test.ts';
import { expect, test } from '../product-test.ts';
import { expectNoSideways, knowSwiping, textsOf, transactionsPage } from './list-parts.ts';
import { serveStates, states } from './served-transactions.ts';

/** What a list of transactions and its details say in each state. */

const demo = 'demo@example.com';
const address = '/transactions/deposits';

test.beforeEach(({ page }) => knowSwiping(page));

/** Opens the list of all states; its row and details of one of them. */
async function openList(page: Page, start = '') {
  await serveStates(page);
  await logIn(page, demo);
  await page.goto(start + address);
  const { rows, main } = transactionsPage(page);
  await expect(rows).toHaveCount(Object.keys(states).length);
  return (name: keyof typeof states) => {
    const id = states[name].transaction_id;
    const row = main.locator(`tr[data-transaction="${id}"]`);
    return {
      row,
      opener: row.getByRole('button', { expanded: false }),
      details: main.locator(`[data-details="${id}"]`),
    };
  };
}

test('what was not begun is grey, and no money that is coming', async ({ page }) => {
  const part = await openList(page);
  const { main, column } = transactionsPage(page);
  expect(await textsOf(column('transaction_status'))).toEqual([
    'Pending',
    'Pending',
    'Not started',
    'Pending',
    'Pending',
    'Approved',
    'Declined',
    'Cancelled',
    'Approved',
    'Not paid yet',
  ]);
  await expect(main.locator('dl').first()).toHaveText(/Booked\+€1,200\.00Pending\+€2,150\.50/);
  const colour = (name: keyof typeof states) =>
    part(name)
      .row.locator('[data-column=amount]')
      .evaluate((cell) => getComputedStyle(cell).color);
  expect(await colour('notStarted')).toBe(await colour('cancelled'));
  expect(await colour('pending'), 'what may come is not what has come').not.toBe(await colour('manual'));
  expect(await colour('pending')).not.toBe(await colour('notStarted'));
  await part('notStarted').opener.click();
  await expect.poll(() => stopsOf(part('notStarted').details)).toEqual(['Requested done', 'Not started idle']);
  await expect(part('notStarted').details).toContainText('No money has moved');
});

test('each way says what is waited for, and what the broker booked was requested by nobody', async ({ page }) => {
  const part = await openList(page);
  for (const [name, stops] of [
    ['pending', ['Requested done', 'Waiting for confirmation now']],
    ['opened', ['Requested done', 'Not paid yet idle']],
    ['transfer', ['Requested done', 'Waiting for your transfer now']],
    ['droppedLink', ['Requested done', 'Waiting for confirmation now']],
    ['held', ['Requested done', 'Being checked now', 'Credit ahead']],
    ['cancelled', ['Requested done', 'Cancelled end']],
    ['manual', ['Booked done']],
  ] as const) {
    await part(name).opener.click();
    await expect.poll(() => stopsOf(part(name).details), name).toEqual(stops);
  }
  const drawing = (name: 'declined' | 'cancelled') =>
    part(name).details.locator('[data-state=end] path').getAttribute('d');
  await part('declined').opener.click();
  expect(await drawing('cancelled'), 'it did not fail').not.toBe(await drawing('declined'));
});

test('a transfer that is awaited has its account, its amount and its reference, each to be copied', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const part = await openList(page);
  await part('transfer').opener.click();
  const transfer = part('transfer').details.getByRole('region', { name: 'Where to transfer it to' });
  await expect(transfer).toBeVisible();
  const uniqid = await page.evaluate(() => {
    const { user } = JSON.parse(localStorage.getItem('session') ?? '{}') as { user: { uniqid: string } };
    return user.uniqid;
  });
  const lines = [
    ['Recipient', 'Broker Ltd', 'Broker Ltd'],
    ['IBAN', 'DE02 1203 0000 0000 2020 51', 'DE02 1203 0000 0000 2020 51'],
    ['Amount', '€1,250.50', '1250.50'],
    ['Reference', uniqid, uniqid],
  ] as const;
  expect(await textsOf(transfer.locator('dt'))).toEqual(lines.map(([name]) => name));
  expect(await textsOf(transfer.locator('dd'))).toEqual(lines.map(([, shown]) => shown));
  for (const [name, , copied] of lines) {
    await transfer.getByRole('button', { name: `Copy: ${name}` }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(copied);
  }
  for (const name of ['pending', 'held'] as const) await part(name).opener.click();
  await expect(page.getByRole('region', { name: 'Where to transfer it to' })).toHaveCount(1);
});

test('what was opened and left is no money that is coming, and leads to where it is paid', async ({ page }) => {
  const part = await openList(page);
  const { row, details } = part('opened');
  const colour = (name: keyof typeof states) =>
    part(name)
      .row.locator('[data-column=amount]')
      .evaluate((cell) => getComputedStyle(cell).color);
  expect(await colour('opened')).toBe(await colour('cancelled'));
  await part('pending').opener.click();
  await part('opened').opener.click();
  await expect(details).toContainText('No payment was reported so far');
  await expect(details).toContainText('If you have paid already, you need not do anything');
  const way = 'Continue to payment';
  await expect(part('pending').details.getByRole('button', { name: way }), 'it may be paid').toHaveCount(0);
  await page.route('**/api/transaction/send/sandbox', (route) =>
    route.fulfill({ json: { status: 'success', data: { redirect_url: null } } }),
  );
  await details.getByRole('button', { name: way }).click();
  await expect(details.getByRole('alert')).toHaveText(/^The payment provider does not answer\. No money has moved/);
  await page.route('**/api/transaction/send/sandbox', (route) =>
    route.fulfill({ json: { status: 'success', data: { redirect_url: '/about?paid=here' } } }),
  );
  const asked = page.waitForRequest('**/api/transaction/send/sandbox');
  await details.getByRole('button', { name: way }).click();
  expect((await asked).postDataJSON()).toMatchObject({ transaction_id: states.opened.transaction_id });
  await page.waitForURL('**/about?paid=here');
  await expect(row).toHaveCount(0);
});

test('the question whether to cancel begins at keeping it', async ({ page }) => {
  const part = await openList(page);
  await part('pending').opener.click();
  await part('pending').details.getByRole('button', { name: 'Cancel this deposit' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel the deposit?' });
  await expect(question.getByRole('button', { name: 'No, keep it' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expect(part('pending').row).toContainText('Pending');
});

test('what was asked for is told where something else was credited, and why', async ({ page }) => {
  const part = await openList(page);
  await part('otherAmount').opener.click();
  await expect(part('otherAmount').details.locator('[data-asked]')).toContainText(
    'Asked for €1,000.00, credited €900.00',
  );
  await expect(part('otherAmount').details.locator('[data-reason]')).toContainText('Your bank kept a fee.');
  await part('manual').opener.click();
  await expect(part('manual').details.locator('[data-asked]')).toHaveCount(0);
});

test('a row opens wherever it is pressed, and not where something of it is copied or selected', async ({ page }) => {
  const part = await openList(page);
  const { row, details } = part('pending');
  await row.locator('[data-column=amount]').click();
  await expect(details).toBeVisible();
  await row.locator('[data-column=created_at]').click();
  await expect(details).toHaveCount(0);
  await row.getByRole('button', { name: /^Copy the number/ }).click();
  await expect(details).toHaveCount(0);
  await row.locator('time').selectText();
  await row.locator('[data-column=transaction_status]').dispatchEvent('click');
  await expect(details).toHaveCount(0);
});

for (const [width, theme, start] of [
  [1440, 'dark', ''],
  [360, 'light', '/de'],
] as const)
  test(`every state at ${width} px hinders nobody`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 800 });
    await chooseTheme(page, theme);
    const part = await openList(page, start);
    for (const name of Object.keys(states) as (keyof typeof states)[]) {
      await part(name).opener.click();
      await expect(part(name).details.locator('li').first()).toBeVisible();
    }
    await expectNoSideways(page);
    await expectNoFaultsInBothThemes(page);
    await part('opened').details.getByRole('button').last().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoFaultsInBothThemes(page);
  });
