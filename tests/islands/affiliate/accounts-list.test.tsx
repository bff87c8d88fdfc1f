import { afterEach, expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import {
  exportAffiliateAccounts,
  getAffiliateAccounts,
  getAffiliateSummary,
} from '../../../src/lib/contract/affiliate/affiliate-endpoints.ts';
import { collectSavedFiles } from '../../support/component/saved-files.ts';
import { aSummary, anAccount, panel, someAccounts, test } from '../../support/component/shown-panel.tsx';

/** The list of the chosen accounts, a page at a time. */

const { rows, list, days, total, toast } = panel();
const previous = list.getByRole('button', { name: 'Previous' });
const next = list.getByRole('button', { name: 'Next' });
const pageOf = (first: number, count: number) => Array.from({ length: count }, (_, at) => anAccount(first + at));

afterEach(() => void vi.restoreAllMocks());

test('a row shows who was referred, from where, when, and what was deposited', async ({ showPanel, server }) => {
  const marco = anAccount(2, {
    ...{ country: 'IT', source_page: '/platform/BTCUSD', source_tag: 'news-11' },
    transaction: { amount: 1000, date: '2026-10-20T12:00:00.000Z' },
  });
  server.answer(getAffiliateAccounts, { data: [marco, anAccount(0, { country: null })], next: null });
  await showPanel();
  const cell = (row: number, name: string) => rows.nth(row).getByCss(`[data-column="${name}"]`);
  await expect.element(cell(0, 'name')).toHaveTextContent('Marco Ricci');
  await expect.element(cell(0, 'email')).toHaveTextContent('marco.ricci@example.com');
  await expect.element(cell(0, 'country')).toHaveTextContent('Italy');
  await expect.element(cell(0, 'created_at')).toHaveTextContent('18 Oct 2026');
  await expect.element(cell(0, 'source')).toHaveTextContent('/platform/BTCUSDnews-11');
  await expect.element(cell(0, 'first_deposit')).toHaveTextContent('€1,000.0020 Oct 2026');
  await expect.element(cell(1, 'country')).toHaveTextContent('–');
  await expect.element(cell(1, 'first_deposit')).toHaveTextContent('None yet');
});

test('an account that does not count says why', async ({ showPanel, server }) => {
  const faulty = [anAccount(0, { fault: 'self' }), anAccount(1, { fault: 'duplicate' }), anAccount(2)];
  server.answer(getAffiliateAccounts, { data: faulty, next: null });
  await showPanel();
  await expect
    .element(rows.nth(0).getByText('Own account'))
    .toHaveAttribute('title', "This account uses your own email or phone number, so it doesn't count.");
  await expect
    .element(rows.nth(1).getByText('Duplicate'))
    .toHaveAttribute('title', "This person already had an account, so this one doesn't count.");
  await expect.element(rows.nth(2).getByCss('[title]')).not.toBeInTheDocument();
});

test('accounts are shown one page at a time, forwards and backwards', async ({ showPanel, server }) => {
  server.answer(getAffiliateSummary, { ...aSummary, total: 119, not_counted: 1 });
  server.answer(getAffiliateAccounts, { data: pageOf(0, 50), next: 'second' });
  await showPanel();
  await expect.element(rows).toHaveLength(50);
  await expect.element(total('accounts')).toHaveTextContent('119');
  await expect.element(total('notCounted')).toHaveTextContent('1');
  await expect.element(list.getByText('1–50 of 120')).toBeVisible();
  await expect.element(previous).toHaveAttribute('aria-disabled', 'true');
  server.answer(getAffiliateAccounts, { data: pageOf(50, 50), next: 'third' });
  await next.click();
  await expect.element(list.getByText('51–100 of 120')).toBeVisible();
  await expect.element(rows.first()).toMatchTextContent('Person51 Muster');
  server.answer(getAffiliateAccounts, { data: pageOf(100, 20), next: null });
  await next.click();
  await expect.element(list.getByText('101–120 of 120')).toBeVisible();
  await expect.element(rows).toHaveLength(20);
  await expect.element(next).toHaveAttribute('aria-disabled', 'true');
  await expect.element(next).toHaveFocus();
  server.answer(getAffiliateAccounts, { data: pageOf(50, 50), next: 'third' });
  await previous.click();
  await expect.element(rows.first()).toMatchTextContent('Person51 Muster');
  const cursors = server.asked(getAffiliateAccounts).map(({ body }) => (body as { after: string | null }).after);
  expect(cursors).toEqual([null, 'second', 'third', 'second']);
});

test('a page that fails to load leaves the current one', async ({ showPanel, server }) => {
  server.answer(getAffiliateAccounts, { data: pageOf(0, 50), next: 'second' });
  await showPanel();
  await expect.element(rows).toHaveLength(50);
  server.beUnreachable(getAffiliateAccounts);
  await next.click();
  await expect.element(list.getByRole('alert')).toMatchTextContent("We couldn't load this page.");
  await expect.element(rows.first()).toMatchTextContent('Anna Steiner');
  await expect.element(rows).toHaveLength(50);
});

test('a list that fails to load says so, and can be loaded again', async ({ showPanel, server }) => {
  server.beUnreachable(getAffiliateAccounts);
  server.beUnreachable(getAffiliateSummary);
  await showPanel();
  await expect
    .element(list.getByRole('alert'))
    .toMatchTextContent(
      "We couldn't load your accounts. This is temporarily unavailable. Please try again in a moment.",
    );
  const totals = page.getByRole('alert').filter({ hasText: "We couldn't load the totals." });
  await expect.element(totals).toBeVisible();
  server.answer(getAffiliateAccounts, { data: someAccounts, next: null });
  server.answer(getAffiliateSummary, aSummary);
  await list.getByRole('button', { name: 'Try again' }).click();
  await expect.element(rows).toHaveLength(4);
  await totals.getByRole('button', { name: 'Try again' }).click();
  await expect.element(total('accounts')).toHaveTextContent('4');
});

test('an affiliate without referrals is sent to the links', async ({ showPanel, server }) => {
  server.answer(getAffiliateAccounts, { data: [], next: null });
  const nothing = { total: 0, first_deposits: 0, conversion: 0, not_counted: 0, countries: [], days: [] };
  server.answer(getAffiliateSummary, nothing);
  await showPanel();
  await expect.element(list.getByRole('heading', { name: "You haven't referred anyone yet" })).toBeVisible();
  await expect.element(days.getByText('No registrations or first deposits.')).toBeVisible();
  await list.getByRole('button', { name: 'Create a link' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Your link' })).toBeVisible();
});

test('all chosen accounts are saved as a file', async ({ showPanel, server }) => {
  server.answer(exportAffiliateAccounts, 'id,name');
  const saved = collectSavedFiles();
  await showPanel({ query: '?search=ri&sort=first_deposit' });
  await list.getByRole('button', { name: 'Export CSV' }).click();
  await expect.element(toast.getByRole('status')).toMatchTextContent(/accounts-\d{4}-\d\d-\d\d\.csv saved/);
  expect(saved.map(({ name }) => name)).toEqual([expect.stringMatching(/^accounts-\d{4}-\d\d-\d\d\.csv$/)]);
  expect(await saved[0]?.content.text()).toContain('id,name');
  expect(server.asked(exportAffiliateAccounts)[0]?.body).toMatchObject({ search: 'ri', sort: 'first_deposit' });
});

test('a failed export is reported, and nothing is saved', async ({ showPanel, server }) => {
  server.refuse(exportAffiliateAccounts, 'TOO_MANY_REQUESTS');
  const saved = collectSavedFiles();
  await showPanel();
  await list.getByRole('button', { name: 'Export CSV' }).click();
  await expect.element(toast.getByRole('alert')).toMatchTextContent("We couldn't create the file.");
  expect(saved).toEqual([]);
});
