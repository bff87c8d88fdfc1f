import type { Page } from '@playwright/test';
import { expectNoFaults } from '../accessibility.ts';
import { expect, test } from '../product-test.ts';
import { accountsFile, logInAsAffiliate, panel } from './affiliate-parts.ts';

const asFile = (text: string) => ({ name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

async function openCompare(page: Page) {
  await logInAsAffiliate(page);
  await page.goto('/affiliate?view=compare');
  const { main } = panel(page);
  return { main, input: main.getByLabel('Choose a file'), rows: main.locator('tbody tr') };
}

/** The panel's own file as lines of cells; nothing in the demo's has a comma or a quote. */
async function ownLines(page: Page): Promise<string[][]> {
  return (await accountsFile(page))
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','));
}

test('the panel’s own file agrees with it', async ({ page }) => {
  const { main, input, rows } = await openCompare(page);
  await input.setInputFiles(asFile(await accountsFile(page)));
  await expect(
    main.getByText('Lines compared: 12. Agreeing: 12, differing: 0. Accounts missing from your file: 0.'),
  ).toBeVisible();
  await expect(main.getByText(/^Accounts that your file lacks were looked for among those opened from /)).toBeVisible();
  await expect(rows).toHaveCount(0);
});

test('an email beside an id is not compared, and the page says what names an account', async ({ page }) => {
  const { main, input } = await openCompare(page);
  await expect(main.getByText('It needs a heading and a column id (or else email).')).toBeVisible();
  await expect(main.locator('pre')).toHaveCSS('font-family', /monospace/);
  const [heading, first] = (await ownLines(page)) as [string[], string[]];
  await input.setInputFiles(asFile(`id,email\n${first[heading.indexOf('id')]},somebody.else@example.com\n`));
  await expect(main.getByText(/Lines compared: 1\. Agreeing: 1, differing: 0\./)).toBeVisible();
});

test('where accounts were looked for that a file lacks is said: in its days, or among all', async ({ page }) => {
  const { main, input, rows } = await openCompare(page);
  await input.setInputFiles(asFile('id,created_at\nnobody000000,2020-03-02\nnobody000001,2020-03-10\n'));
  await expect(main.getByText('opened from Mar 2, 2020 to Mar 10, 2020 (UTC)')).toBeVisible();
  await expect(rows).toHaveCount(2);
  await input.setInputFiles(asFile('id\nnobody000000\n'));
  await expect(main.getByText(/^Your file has no opening dates, .* among all of yours\.$/)).toBeVisible();
  await expect(rows.filter({ hasText: 'The file lacks this account' }).first()).toBeVisible();
});

test('columns that nothing is compared of are named beside the result', async ({ page }) => {
  const { main, input } = await openCompare(page);
  const [heading, first] = (await ownLines(page)) as [string[], string[]];
  await input.setInputFiles(asFile(`ID;Registered on\n${first[heading.indexOf('id')]};1999-01-01\n`));
  await expect(main.getByText(/^mine\.csv Lines compared: 1\./)).toBeVisible();
  await expect(
    main.getByText(
      'These columns were not compared: Registered on. Those that can be: id (or else email), created_at, first_deposit.',
    ),
  ).toBeVisible();
  await expectNoFaults(page);
});

test('each line of a file that differs has its reason', async ({ page }) => {
  const { main, input, rows } = await openCompare(page);
  const [heading, ...accounts] = (await ownLines(page)) as [string[], ...string[][]];
  const [id, opened, deposited] = ['id', 'created_at', 'first_deposit'].map((name) => heading.indexOf(name)) as [
    number,
    number,
    number,
  ];
  const paid = accounts.filter((cells) => cells[deposited] !== '');
  const unpaid = accounts.filter((cells) => cells[deposited] === '');
  const line = (cells: string[], more: { opened?: string; deposited?: string } = {}) =>
    [cells[id], more.opened ?? cells[opened], more.deposited ?? cells[deposited]].join(',');
  const text = [
    'id,created_at,first_deposit',
    'nobody000000,,',
    line(paid[0]!, { deposited: '' }),
    line(unpaid[0]!, { deposited: '2026-01-01' }),
    line(paid[1]!, { deposited: '2020-01-01' }),
    line(unpaid[1]!, { opened: 'some day' }),
    line(unpaid[2]!),
    line(unpaid[2]!),
  ].join('\n');
  await input.setInputFiles(asFile(text));
  await expect(
    main.getByText(
      /^mine\.csv Lines compared: 7\. Agreeing: 1, differing: 6\. Accounts missing from your file: \d+\.$/,
    ),
  ).toBeVisible();
  const reasonOf = (number: number) =>
    rows.filter({ has: page.locator('[data-column="line"]', { hasText: new RegExp(`^${number}$`) }) });
  await expect(reasonOf(2)).toContainText('nobody000000Not among your accounts');
  await expect(reasonOf(3)).toContainText('The file lacks the first deposit');
  await expect(reasonOf(4)).toContainText('There is no first deposit');
  await expect(reasonOf(5)).toContainText('First deposit on another day');
  await expect(reasonOf(6)).toContainText('a date cannot be read');
  await expect(reasonOf(8)).toContainText('An earlier line names the same account');
  await expect(reasonOf(7)).toHaveCount(0);
  await expect(rows.filter({ hasText: 'The file lacks this account' }).first()).toBeVisible();
  await expectNoFaults(page);
  // Whose dates they are is said once: by the heads of the columns, and where there are none, beside the dates.
  for (const [width, isBeside] of [
    [1440, false],
    [360, true],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect(main.getByRole('columnheader', { name: 'Your file' })).toBeVisible({ visible: !isBeside });
    await expect(reasonOf(3).getByText('Your file')).toBeVisible({ visible: isBeside });
    await expect(reasonOf(3).getByText('We count')).toBeVisible({ visible: isBeside });
    // Where one of the two has none of it as well.
    await expect(reasonOf(2).getByText('We count')).toBeVisible({ visible: isBeside });
  }
});

test('a file that is dropped is compared', async ({ page }) => {
  const { main, input, rows } = await openCompare(page);
  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['email\nnobody@example.com\n'], 'dropped.csv', { type: 'text/csv' }));
    return data;
  });
  await input.dispatchEvent('dragenter', { dataTransfer: dropped });
  await expect(main.locator('[data-over]')).toBeVisible();
  await input.dispatchEvent('drop', { dataTransfer: dropped });
  await expect(main.locator('[data-over]')).toHaveCount(0);
  // What a browser does by itself with what falls on an input of files.
  await input.evaluate((element: HTMLInputElement, data) => {
    element.files = data.files;
    element.dispatchEvent(new Event('change', { bubbles: true }));
  }, dropped);
  await expect(main.getByText(/^dropped\.csv Lines compared: 1\./)).toBeVisible();
  await expect(rows.first()).toContainText('nobody@example.comNot among your accounts');
});

test('a file that cannot be understood says what it needs, one that is too large is not sent', async ({ page }) => {
  const { main, input } = await openCompare(page);
  await input.setInputFiles(asFile('when,how much\n2026-11-01,3\n'));
  await expect(main.getByRole('alert')).toHaveText(/^The file cannot be understood/);
  let isSent = false;
  page.on('request', (request) => (isSent ||= request.url().endsWith('/compare')));
  await input.setInputFiles(asFile('a'.repeat(1_000_001)));
  await expect(main.getByRole('alert')).toHaveText('File has maximum 1 MB');
  expect(isSent).toBe(false);
});
