import { expect, vi } from 'vitest';
import { getAffiliateSummary } from '../../../src/lib/contract/affiliate/affiliate-endpoints.ts';
import { addressNow, aSummary, panel, test } from '../../support/component/shown-panel.tsx';

/** The figures of the chosen accounts: totals, and figures by country and by day. */

const { filter, total, countries, days } = panel();
const now = Date.parse('2026-11-22T10:00:00Z');

test("totals, countries and days show the server's figures", async ({ showPanel, server }) => {
  server.answer(getAffiliateSummary, { ...aSummary, conversion: 33, not_counted: 2 });
  await showPanel();
  await expect.element(total('accounts')).toHaveTextContent('4');
  await expect.element(total('firstDeposits')).toHaveTextContent('1');
  await expect.element(total('conversion')).toHaveTextContent('33%');
  await expect.element(total('notCounted')).toHaveTextContent('2');
  // Accounts per first deposit: the inverse of the conversion rate.
  const rows = countries.getByCss('tbody tr');
  await expect.element(rows).toHaveLength(2);
  await expect.element(rows.nth(0)).toHaveTextContent('Italy313.00');
  await expect.element(rows.nth(1)).toHaveTextContent('Austria10–');
  await expect.element(days.getByRole('img')).toHaveAccessibleName(/Registrations: 4\. First deposits: 1\./);
});

test('the countries keep their height when the numbers beside them are opened', async ({ showPanel }) => {
  await showPanel();
  await expect.element(countries.getByCss('tbody tr')).toHaveLength(2);
  const heightNow = () => countries.element().getBoundingClientRect().height;
  const before = heightNow();
  await days.getByText('View as table').click();
  await expect.element(days.getByRole('table')).toBeVisible();
  expect(heightNow()).toBe(before);
});

test("the chart's numbers are also a table, by days, weeks or months", async ({ showPanel, server }) => {
  const winter = [
    { day: '2026-01-31', registrations: 2, first_deposits: 0 },
    { day: '2026-02-01', registrations: 3, first_deposits: 1 },
    { day: '2026-02-20', registrations: 0, first_deposits: 2 },
  ];
  server.answer(getAffiliateSummary, { ...aSummary, total: 5, first_deposits: 3, days: winter });
  await showPanel();
  await days.getByText('View as table').click();
  const texts = () =>
    days
      .getByCss('tbody tr')
      .elements()
      .map((row) => row.textContent);
  await expect.poll(texts).toEqual(['20 Feb 202602', '1 Feb 202631', '31 Jan 202620']);
  await days.getByRole('radio', { name: 'Week' }).click();
  await expect.poll(texts).toEqual(['16 Feb 202602', '26 Jan 202651']);
  await days.getByRole('radio', { name: 'Month' }).click();
  await expect.poll(texts).toEqual(['Feb 202633', 'Jan 202620']);
  await expect.element(days.getByRole('img')).toHaveAccessibleName(/Registrations: 5\. First deposits: 3\./);
});

test('the chosen column width does not apply to other periods', async ({ showPanel, onTestFinished }) => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  onTestFinished(() => void vi.useRealTimers());
  await showPanel();
  const column = (name: string) => days.getByRole('radio', { name });
  await filter.getByRole('button', { name: 'Last month' }).click();
  await expect.element(column('Day')).toBeChecked();
  await column('Month').click();
  await filter.getByLabelText('Search for').fill('ricci');
  await filter.getByRole('button', { name: 'Search' }).click();
  await expect.poll(addressNow).toMatch(/search=ricci$/);
  await expect.element(column('Month')).toBeChecked();
  await filter.getByRole('button', { name: 'Last 30 days' }).click();
  await expect.element(column('Day')).toBeChecked();
});
