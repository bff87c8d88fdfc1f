import { afterEach, beforeEach, expect, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getStatement } from '../../../src/lib/contract/payments/payment-endpoints.ts';
import { expectAccessible } from '../../support/component/accessibility.ts';
import { collectSavedFiles } from '../../support/component/saved-files.ts';
import { test as base } from '../../support/component/shown-transactions.tsx';

/** The panel beside the transactions that makes statements. */

const panel = () => page.getByCss('details').filter({ has: page.getByCss('summary') });
const from = () => panel().getByLabelText('From');
const until = () => panel().getByLabelText('To', { exact: true });
const daysOf = () => [from(), until()].map((field) => (field.element() as HTMLInputElement).value);
const choice = (name: string) => panel().getByRole('radio', { name });
const savePdf = () => panel().getByRole('button', { name: 'Download PDF' });
const saveCsv = () => panel().getByRole('button', { name: 'Download CSV' });

const statement = {
  file_name: 'statement-2026-11-01-2026-11-23.csv',
  media_type: 'text/csv',
  content: btoa('opening'),
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 23, 12) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const test = base.extend('openPanel', ({ showTransactions }) => async (locale: 'en' | 'de' = 'en') => {
  await showTransactions({ locale });
  await panel().getByCss('summary').click();
  await expect.element(panel().getByRole('radio').first()).toBeChecked();
});

test('the periods are calendar periods, and typing a day selects own days', async ({ openPanel }) => {
  await openPanel();
  expect(daysOf()).toEqual(['2026-11-01', '2026-11-23']);
  await choice('This year').click();
  expect(daysOf()).toEqual(['2026-01-01', '2026-11-23']);
  await choice('Last month').click();
  expect(daysOf()).toEqual(['2026-10-01', '2026-10-31']);
  // "All" begins on the day when the account was opened.
  await choice('All').click();
  expect(daysOf()).toEqual(['2026-01-05', '2026-11-23']);
  await from().fill('2026-03-04');
  await expect.element(choice('Custom range')).toBeChecked();
  expect(daysOf()).toEqual(['2026-03-04', '2026-11-23']);
});

test('the statement is saved under its given name, with a confirmation', async ({ server, openPanel }) => {
  await openPanel();
  const files = collectSavedFiles();
  server.answer(getStatement, statement);
  await saveCsv().click();
  await expect.element(panel().getByRole('status')).toHaveTextContent(`${statement.file_name} saved`);
  expect(files.map(({ name, content }) => [name, content.type])).toEqual([
    [statement.file_name, 'text/csv;charset=utf-8'],
  ]);
  expect(await files[0]?.content.text()).toBe('opening');
  await savePdf().click();
  await expect.poll(() => files.map(({ content }) => content.type)[1]).toBe('application/pdf;charset=utf-8');
  const days = { from: '2026-11-01', until: '2026-11-23', language: 'en' };
  expect(server.asked(getStatement).map(({ body }) => body)).toEqual([
    { ...days, format: 'csv' },
    { ...days, format: 'pdf' },
  ]);
});

test('invalid days are refused at their field, which gets the focus', async ({ server, openPanel }) => {
  await openPanel();
  await from().fill('2026-03-04');
  await until().fill('2026-03-03');
  await savePdf().click();
  await expect.element(until()).toHaveFocus();
  await expect.element(until()).toHaveAccessibleDescription('The end date is before the start date');
  await until().fill('2099-01-01');
  await savePdf().click();
  await expect.element(until()).toHaveAccessibleDescription('The end date is in the future');
  await until().fill('');
  await saveCsv().click();
  await expect.element(until()).toHaveAccessibleDescription('Choose a date');
  await until().fill('2026-03-05');
  await from().fill('2001-01-01');
  await saveCsv().click();
  await expect.element(from()).toHaveAccessibleDescription('A statement can cover up to ten years');
  await expectAccessible({ widths: [1440], isWholePage: true });
  expect(server.asked(getStatement)).toEqual([]);
});

test('while a statement is made no other starts, and failures are reported', async ({ server, openPanel }) => {
  await openPanel();
  const held = server.hold(getStatement);
  await savePdf().click();
  await expect.element(panel().getByRole('status')).toHaveTextContent('Preparing your statement…');
  await expect.element(savePdf()).toHaveAttribute('aria-busy', 'true');
  await saveCsv().click();
  held.refuse('TOO_MANY_REQUESTS');
  await expect
    .element(panel().getByRole('alert'))
    .toMatchTextContent("We couldn't create your statement. Too many attempts");
  expect(server.asked(getStatement)).toHaveLength(1);
});

test('the panel can be used by the keyboard alone', async ({ server, showTransactions }) => {
  await showTransactions();
  const files = collectSavedFiles();
  server.answer(getStatement, statement);
  (panel().getByCss('summary').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const first = choice('This month');
  await expect.element(first).toBeVisible();
  await userEvent.tab();
  await expect.element(first).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(choice('Last month')).toBeChecked();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  // Arrow keys wrap around to the other end. The days can now be typed, but the focus stays.
  await expect.element(choice('Custom range')).toBeChecked();
  await expect.element(choice('Custom range')).toHaveFocus();
  saveCsv().element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => files.map(({ name }) => name)).toEqual([statement.file_name]);
});

test.for([
  ['en', 1440, 36],
  ['de', 360, 36],
  ['de', 320, 36],
] as const)('in %s at %i px the panel is accessible', async ([locale, width, least], { server, openPanel }) => {
  await page.viewport(width, 900);
  await openPanel(locale);
  collectSavedFiles();
  server.answer(getStatement, statement);
  await panel().getByRole('button').last().click();
  await expect.element(panel().getByRole('status')).toMatchTextContent(/^statement-\S+ (saved|gespeichert)/);
  await expectAccessible({ widths: [width], isWholePage: true });
  const parts = panel().getByCss('summary, label:has(input[type=radio]), button').elements();
  expect(Math.min(...parts.map((part) => part.getBoundingClientRect().height))).toBeGreaterThanOrEqual(least);
});
