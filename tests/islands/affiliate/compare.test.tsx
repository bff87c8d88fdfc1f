import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { compareAffiliateAccounts } from '../../../src/lib/contract/affiliate/affiliate-endpoints.ts';
import type { ComparisonDifference } from '../../../src/lib/contract/affiliate/affiliate-calls.ts';
import type { Comparison } from '../../../src/stores/affiliate/compare.ts';
import { test } from '../../support/component/shown-panel.tsx';

/** Compares an affiliate's own file with what is counted here. The server decides what agrees. */

const input = page.getByLabelText('Choose a file');
const rows = page.getByCss('tbody tr');
const query = '?view=compare';
const asFile = (text: string) => new File([text], 'mine.csv', { type: 'text/csv' });

const agreeing: Comparison & { unread_columns: string[]; differences: ComparisonDifference[] } = {
  ...{ lines: 12, matched: 12, different: 0, missing: 0, unread_columns: [], differences: [] },
  days: { from: '2020-03-02', until: '2020-03-10' },
};
const theirs = { created_at: '2026-03-01T00:00:00.000Z', first_deposit: null };
const ours = { created_at: '2026-03-01T12:00:00.000Z', first_deposit: '2026-03-04T12:00:00.000Z' };

test('a file that agrees says so, and the days searched for missing accounts', async ({ showPanel, server }) => {
  server.answer(compareAffiliateAccounts, agreeing);
  await showPanel({ query });
  await expect.element(page.getByText('The file needs a header row with a column named id (or email).')).toBeVisible();
  expect(getComputedStyle(page.getByCss('pre').element()).fontFamily).toMatch(/monospace/);
  await userEvent.upload(input, asFile('id,created_at\nsomebody,2026-03-01\n'));
  const result = 'Rows compared: 12. Matching: 12. Different: 0. Missing from your file: 0.';
  await expect.element(page.getByText(result)).toBeVisible();
  await expect.element(page.getByText('registered from 2 Mar 2020 to 10 Mar 2020 (UTC)')).toBeVisible();
  await expect.element(rows).not.toBeInTheDocument();
  expect(server.asked(compareAffiliateAccounts)[0]?.body).toEqual({ csv: 'id,created_at\nsomebody,2026-03-01\n' });
});

test('for a file without dates, all accounts are compared, and it says so', async ({ showPanel, server }) => {
  server.answer(compareAffiliateAccounts, { ...agreeing, days: null });
  await showPanel({ query });
  await userEvent.upload(input, asFile('id\nnobody000000\n'));
  await expect
    .element(page.getByText(/^Your file has no registration dates, so we checked all your accounts/))
    .toBeVisible();
});

test('ignored columns are named beside the result', async ({ showPanel, server }) => {
  server.answer(compareAffiliateAccounts, { ...agreeing, lines: 1, matched: 1, unread_columns: ['Registered on'] });
  await showPanel({ query });
  await userEvent.upload(input, asFile('ID;Registered on\nx;1999-01-01\n'));
  await expect.element(page.getByText(/^mine\.csv Rows compared: 1\./)).toBeVisible();
  const words =
    "We didn't compare these columns: Registered on. We can compare: id (or email), created_at, first_deposit.";
  await expect.element(page.getByText(words)).toBeVisible();
});

test('each differing line of a file has its reason', async ({ showPanel, server }) => {
  const reasons = {
    not_among_yours: 'Not one of your accounts',
    first_deposit_missing: 'First deposit missing from your file',
    no_first_deposit: 'No first deposit in our records',
    first_deposit_differs: 'Different first deposit date',
    created_at_differs: 'Different registration date',
    not_understood: "a date we can't read",
    repeated: 'Same account as an earlier row',
    self: "Your own account, so it doesn't count",
    duplicate: "This person already had an account, so this one doesn't count",
    not_in_file: 'Missing from your file',
  } as const satisfies Record<ComparisonDifference['reason'], string>;
  const names = Object.keys(reasons) as (keyof typeof reasons)[];
  const differences = names.map((reason, index) => ({
    ...{ reason, account: `account${index}`, ours: reason === 'not_among_yours' ? null : ours },
    ...(reason === 'not_in_file' ? { line: null, theirs: null } : { line: index + 2, theirs }),
  }));
  server.answer(compareAffiliateAccounts, {
    ...agreeing,
    lines: 10,
    matched: 1,
    different: 9,
    missing: 3,
    differences,
  });
  await showPanel({ query });
  await userEvent.upload(input, asFile('id\nx\n'));
  await expect
    .element(page.getByText(/^mine\.csv Rows compared: 10\. Matching: 1\. Different: 9\. .* from your file: 3\.$/))
    .toBeVisible();
  await expect.element(rows).toHaveLength(10);
  for (const [index, reason] of names.entries()) {
    const row = rows.nth(index);
    await expect.element(row.getByCss('[data-column="line"]')).toHaveTextContent(index === 9 ? '–' : `${index + 2}`);
    await expect.element(row.getByCss('[data-column="account"]')).toHaveTextContent(`account${index}`);
    await expect.element(row.getByCss('[data-column="reason"]')).toMatchTextContent(reasons[reason]);
  }
  await expect.element(rows.nth(1).getByCss('[data-column="theirs"]')).toMatchTextContent('Registered: 1 Mar 2026');
  await expect.element(rows.nth(1).getByCss('[data-column="ours"]')).toMatchTextContent('First deposit: 4 Mar 2026');
  await expect.element(page.getByText('Differences not shown: 2.')).toBeVisible();
});

test('the source of each date is given once: in the column heads, or beside the dates on cards', async ({
  showPanel,
  server,
}) => {
  const unknown = { reason: 'not_among_yours', line: 2, account: 'x', theirs, ours: null } as const;
  const lacking = { reason: 'first_deposit_missing', line: 3, account: 'y', theirs, ours } as const;
  server.answer(compareAffiliateAccounts, { ...agreeing, different: 2, differences: [unknown, lacking] });
  await showPanel({ query });
  await userEvent.upload(input, asFile('id\nx\n'));
  await expect.element(rows).toHaveLength(2);
  for (const width of [1440, 360]) {
    await page.viewport(width, 800);
    const head = page.getByCss('th[data-column="theirs"]');
    const names = [
      rows.nth(1).getByText('Your file', { exact: true }),
      rows.nth(1).getByText('Our records'),
      // Shown even if the date on that side is missing.
      rows.nth(0).getByText('Our records'),
    ];
    await (width === 360 ? expect.element(head).not.toBeVisible() : expect.element(head).toBeVisible());
    for (const name of names)
      await (width === 360 ? expect.element(name).toBeVisible() : expect.element(name).not.toBeVisible());
  }
});

test('a dropped file is compared', async ({ showPanel, server }) => {
  server.answer(compareAffiliateAccounts, agreeing);
  await showPanel({ query });
  await expect.element(input).toBeInTheDocument();
  const element = input.element() as HTMLInputElement;
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(['email\nnobody@example.com\n'], 'dropped.csv', { type: 'text/csv' }));
  element.dispatchEvent(new DragEvent('dragenter', { dataTransfer, bubbles: true }));
  await expect.element(page.getByCss('[data-over]')).toBeVisible();
  element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));
  await expect.element(page.getByCss('[data-over]')).not.toBeInTheDocument();
  // Browsers do this themselves when files are dropped on a file input.
  element.files = dataTransfer.files;
  element.dispatchEvent(new Event('change', { bubbles: true }));
  await expect.element(page.getByText(/^dropped\.csv Rows compared: 12\./)).toBeVisible();
});

test('an unreadable file says what is needed; a file that is too large is not sent', async ({ showPanel, server }) => {
  server.refuse(compareAffiliateAccounts, 'VALIDATION', { csv: 'The first row must contain a column named id' });
  await showPanel({ query });
  const alert = page.getByRole('alert');
  await userEvent.upload(input, asFile('when,how much\n2026-11-01,3\n'));
  await expect
    .element(alert)
    .toHaveTextContent("We couldn't read this file. It needs a header row with a column named id (or email).");
  await userEvent.upload(input, asFile('a'.repeat(1_000_001)));
  await expect.element(alert).toHaveTextContent('Choose a file of up to 1 MB');
  expect(server.asked(compareAffiliateAccounts)).toHaveLength(1);
});

test('if the broker masks emails, a file is compared by ids only', async ({ showPanel, server }) => {
  server.refuse(compareAffiliateAccounts, 'VALIDATION', { csv: 'The first row must contain a column named id' });
  await showPanel({ query, user: { masked: 'all' } });
  await expect.element(page.getByText('The file needs a header row with a column named id.')).toBeVisible();
  await userEvent.upload(input, asFile('e-mail,created_at\nsomebody@example.com,2026-01-02\n'));
  await expect.element(page.getByRole('alert')).toMatchTextContent(/It needs a header row with a column named id\.$/);
});
