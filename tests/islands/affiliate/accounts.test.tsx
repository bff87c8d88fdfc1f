import { expect, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { choicePeriodDays } from '../../../src/lib/affiliates/account-choice.ts';
import { getAffiliateAccounts, getAffiliateSummary } from '../../../src/lib/contract/affiliate/affiliate-endpoints.ts';
import { tabTo } from '../../support/component/keyboard.ts';
import { addressNow, panel, someAccounts, test } from '../../support/component/shown-panel.tsx';

/** How an affiliate chooses accounts: by days, by search and by order. */

const { filter, rows, list } = panel();
const where = filter.getByLabelText('Filter type');
const from = filter.getByLabelText('From');
const until = filter.getByLabelText('Until');
const search = filter.getByLabelText('Search for');
const button = (name: string) => filter.getByRole('button', { name });
const now = Date.parse('2026-11-22T10:00:00Z');

test('a filter needs its kind and both days, each fault at its field', async ({ showPanel, server }) => {
  await showPanel();
  await expect.element(rows).toHaveLength(4);
  await button('Search').click();
  await expect.element(where).toHaveAccessibleDescription('Filter type is required');
  await expect.element(from).toHaveAccessibleDescription('From is required');
  await expect.element(until).toHaveAccessibleDescription('Until is required');
  await expect.element(where).toHaveFocus();
  await where.selectOptions('created_at');
  await from.fill('2026-02-02');
  await until.fill('2026-02-01');
  await button('Search').click();
  await expect.element(until).toHaveAccessibleDescription('The end date is before the start date');
  await expect.element(until).toHaveFocus();
  expect(addressNow()).toBe('/affiliate');
  expect(server.asked(getAffiliateAccounts)).toHaveLength(1);
});

test('a filter is in the address and in the request; a reset shows all, the back button restores the filter', async ({
  showPanel,
  server,
}) => {
  await showPanel();
  await where.selectOptions('transactions');
  await from.fill('2026-10-01');
  await until.fill('2026-10-05');
  await userEvent.keyboard('{Enter}');
  await expect.poll(addressNow).toBe('/affiliate?where=transactions&from=2026-10-01&until=2026-10-05');
  const days = { where: 'transactions', from: '2026-10-01', until: '2026-10-05' };
  for (const call of [getAffiliateAccounts, getAffiliateSummary])
    expect(server.asked(call).at(-1)?.body).toMatchObject({ filter: days, search: '' });
  await button('Reset').click();
  await expect.element(where).toHaveValue('');
  expect(addressNow()).toBe('/affiliate');
  expect(server.asked(getAffiliateAccounts).at(-1)?.body).toMatchObject({ filter: null });
  history.back();
  await expect.element(until).toHaveValue('2026-10-05');
  await expect.poll(() => server.asked(getAffiliateAccounts).at(-1)?.body).toMatchObject({ filter: days });
});

test('the form and the request follow the address', async ({ showPanel, server }) => {
  await showPanel({ query: '?where=created_at&from=2026-10-01&until=2026-10-05&search=anna' });
  await expect.element(where).toHaveValue('created_at');
  await expect.element(from).toHaveValue('2026-10-01');
  await expect.element(search).toHaveValue('anna');
  expect(server.asked(getAffiliateAccounts).map(({ body }) => body)).toMatchObject([
    { filter: { where: 'created_at', from: '2026-10-01', until: '2026-10-05' }, search: 'anna' },
  ]);
});

test('a search needs no filter; an empty result says so, and offers all accounts', async ({ showPanel, server }) => {
  await showPanel();
  await search.fill('  ricci ');
  await button('Search').click();
  await expect.poll(addressNow).toBe('/affiliate?search=ricci');
  expect(server.asked(getAffiliateAccounts).at(-1)?.body).toMatchObject({ filter: null, search: 'ricci' });
  server.answer(getAffiliateAccounts, { data: [], next: null });
  await search.fill('nobody of this name');
  await userEvent.keyboard('{Enter}');
  await expect.element(list.getByRole('heading', { name: 'No matching accounts' })).toBeVisible();
  server.answer(getAffiliateAccounts, { data: someAccounts, next: null });
  await list.getByRole('button', { name: 'Show all accounts' }).click();
  await expect.element(rows).toHaveLength(4);
  await expect.element(search).toHaveValue('');
});

test('a late answer does not replace a newer choice', async ({ showPanel, server }) => {
  await showPanel();
  await expect.element(rows).toHaveLength(4);
  const late = server.hold(getAffiliateAccounts);
  await search.fill('ricci');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => server.asked(getAffiliateAccounts)).toHaveLength(2);
  server.answer(getAffiliateAccounts, { data: someAccounts.slice(1, 2), next: null });
  await search.fill('becker');
  await userEvent.keyboard('{Enter}');
  await expect.element(rows).toHaveLength(1);
  late.answer({ data: someAccounts.slice(2, 3), next: null });
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  await expect.element(rows).toHaveLength(1);
  await expect.element(rows).toMatchTextContent('Marie Becker');
});

test('the list can be sorted by keyboard alone, and the order is in the address', async ({ showPanel, server }) => {
  await showPanel();
  await tabTo(list.getByRole('button', { name: 'Registered' }));
  await userEvent.keyboard('{Enter}');
  await expect
    .element(list.getByRole('columnheader', { name: 'Registered' }))
    .toHaveAttribute('aria-sort', 'ascending');
  expect(server.asked(getAffiliateAccounts).at(-1)?.body).toMatchObject({ sort: 'created_at', order: 'asc' });
  await tabTo(list.getByRole('button', { name: 'First deposit' }));
  await userEvent.keyboard('{Enter}');
  await expect.poll(addressNow).toBe('/affiliate?sort=first_deposit');
  expect(server.asked(getAffiliateAccounts).at(-1)?.body).toMatchObject({ sort: 'first_deposit', order: 'desc' });
  await expect.element(list.getByRole('columnheader', { name: 'Registered' })).not.toHaveAttribute('aria-sort');
  // Sorting does not change the totals, so they are not requested again.
  expect(server.asked(getAffiliateSummary)).toHaveLength(1);
});

test('common periods take one press, and apply to the chosen date field', async ({ showPanel, onTestFinished }) => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  onTestFinished(() => void vi.useRealTimers());
  await showPanel();
  await button('Last month').click();
  await expect.poll(addressNow).toBe('/affiliate?where=created_at&from=2026-10-01&until=2026-10-31');
  await expect.element(button('Last month')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(button('This month')).toHaveAttribute('aria-pressed', 'false');
  await expect.element(where).toHaveValue('created_at');
  await expect.element(from).toHaveValue('2026-10-01');
  await where.selectOptions('transactions');
  await search.fill('ricci');
  await button('Last 30 days').click();
  const days = choicePeriodDays('last30Days', now);
  await expect
    .poll(addressNow)
    .toBe(`/affiliate?where=transactions&from=${days.from}&until=${days.until}&search=ricci`);
  history.back();
  await expect.element(button('Last month')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(until).toHaveValue('2026-10-31');
  await expect.element(search).toHaveValue('');
});

test('choosing by keyboard keeps the focus', async ({ showPanel, onTestFinished }) => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  onTestFinished(() => void vi.useRealTimers());
  await showPanel();
  const press = async (name: string) => {
    await tabTo(button(name));
    await userEvent.keyboard('{Enter}');
  };
  await press('This month');
  await expect.poll(addressNow).toMatch(/from=2026-11-01&until=2026-11-22$/);
  await expect.element(button('This month')).toHaveFocus();
  await search.fill('becker');
  await press('Search');
  await expect.poll(addressNow).toMatch(/search=becker$/);
  await expect.element(button('Search')).toHaveFocus();
  await press('Reset');
  await expect.poll(addressNow).toBe('/affiliate');
  await expect.element(button('Reset')).toHaveFocus();
});

test.for([
  ['none', 'Name, email or ID'],
  ['names', 'Email or ID'],
  ['emails', 'Name or ID'],
  ['all', 'ID'],
] as const)('if %s is masked, the hint says to search by %s', async ([masked, hint], { showPanel }) => {
  await showPanel({ user: { masked } });
  await expect.element(search).toHaveAccessibleDescription(hint);
});

test.for(['en', 'de', 'it', 'es'] as const)(
  'on cards every sort order and the button beside it fit in %s',
  async (locale, { showPanel }) => {
    await page.viewport(360, 800);
    await showPanel({ locale });
    const choice = page.getByCss('section label select');
    await expect.element(choice.last()).toBeVisible();
    const select = choice.last().element() as HTMLSelectElement;
    const width = select.getBoundingClientRect().width;
    const beside = select.parentElement?.nextElementSibling;
    expect(beside?.tagName).toBe('BUTTON');
    expect(beside?.getBoundingClientRect().height).toBe(44);
    select.style.cssText = 'position: absolute; width: max-content';
    expect(width).toBeGreaterThanOrEqual(select.getBoundingClientRect().width);
  },
);
