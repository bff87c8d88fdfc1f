import { afterEach, expect, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { storageKeys } from '../../../src/lib/contract/session.ts';
import { aWithdrawal } from '../../support/component/money.ts';
import { test, transactionsPage } from '../../support/component/shown-transactions.tsx';

/** Swiping between lists on a phone, and the hint about it. */

const hint = () => page.getByCss('[data-swipe-hint]');
const wasShown = () => localStorage.getItem(storageKeys.swipeHint);

afterEach(() => {
  vi.useRealTimers();
  getSelection()?.removeAllRanges();
});

/** Waits until changes are drawn, so that the test can check at once. Polling would let time pass. */
const painted = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

/** Swipes a finger over a part of the page. */
function swipe(part: Element, [fromX, fromY]: [number, number], [toX, toY]: [number, number]): void {
  const touch = (clientX: number, clientY: number) => new Touch({ identifier: 1, target: part, clientX, clientY });
  const [from, to] = [touch(fromX, fromY), touch(toX, toY)];
  part.dispatchEvent(new TouchEvent('touchstart', { bubbles: true, touches: [from], changedTouches: [from] }));
  part.dispatchEvent(new TouchEvent('touchend', { bubbles: true, touches: [], changedTouches: [to] }));
}

const left = (part: Element) => swipe(part, [280, 420], [80, 430]);
const right = (part: Element) => swipe(part, [80, 420], [280, 430]);
const pathname = () => location.pathname;

test('on a phone a swipe hint is shown for two seconds, at the first visit', async ({ showTransactions }) => {
  await page.viewport(360, 780);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await showTransactions({ isFirstVisit: true });
  await expect.element(hint()).toBeVisible();
  vi.advanceTimersByTime(1_900);
  await painted();
  expect(hint().query()).not.toBeNull();
  vi.advanceTimersByTime(200);
  await painted();
  expect(hint().query()).toBeNull();
  expect(wasShown()).toBe('shown');
});

test('on a phone the hint does not move with reduced motion', async ({ showTransactions }) => {
  const feature = (value: string) => ({ features: [{ name: 'prefers-reduced-motion', value }] });
  await page.viewport(360, 780);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await showTransactions({ isFirstVisit: true });
  const hand = hint().getByCss('path').last();
  await expect.element(hand).toBeInTheDocument();
  const animation = () => getComputedStyle(hand.element()).animationName;
  expect(animation()).not.toBe('none');
  await cdp().send('Emulation.setEmulatedMedia', feature('reduce'));
  await expect.poll(animation).toBe('none');
  await cdp().send('Emulation.setEmulatedMedia', feature(''));
});

test('on a phone the hint is shown only once', async ({ showTransactions }) => {
  await page.viewport(360, 780);
  await showTransactions();
  await expect.element(transactionsPage().rows.first()).toBeVisible();
  await painted();
  expect(hint().query()).toBeNull();
});

test('on a phone a swipe leads to the next group, and not beyond the last', async ({ showTransactions }) => {
  await page.viewport(360, 780);
  await showTransactions({ group: 'bonuses' });
  const { rows, tabs } = transactionsPage();
  await expect.element(rows).toHaveLength(2);
  left(rows.first().element());
  expect(pathname()).toBe('/transactions/credits');
  await expect.element(tabs.getByRole('link', { name: /^Credits/ })).toHaveAttribute('aria-current', 'page');
  await expect.element(rows).toHaveLength(1);
  left(rows.first().element());
  expect(pathname()).toBe('/transactions/credits');
  right(rows.first().element());
  expect(pathname()).toBe('/transactions/bonuses');
  await expect.element(rows).toHaveLength(2);
  // A thumb that scrolls the page moves more vertically than horizontally.
  swipe(rows.first().element(), [280, 600], [200, 420]);
  // A movement that is too short is ignored.
  swipe(rows.first().element(), [280, 420], [230, 420]);
  expect(pathname()).toBe('/transactions/bonuses');
});

test('on a phone a swipe is ignored outside the list, on what scrolls sideways, and on selected text', async ({
  showTransactions,
}) => {
  await page.viewport(360, 780);
  await showTransactions({ group: 'bonuses' });
  const { rows, tabs } = transactionsPage();
  await expect.element(rows).toHaveLength(2);
  left(page.getByRole('heading', { level: 1 }).element());
  expect(pathname()).toBe('/transactions/bonuses');
  left(tabs.element());
  expect(pathname()).toBe('/transactions/bonuses');
  const row = rows.first().element();
  getSelection()?.selectAllChildren(row);
  left(row);
  expect(pathname()).toBe('/transactions/bonuses');
  getSelection()?.removeAllRanges();
  // An element that scrolls sideways, like a table that is wider than the screen.
  const wide = Object.assign(document.createElement('p'), { style: 'width: 900px', textContent: 'Wide' });
  const scrolled = Object.assign(document.createElement('div'), { style: 'overflow-x: auto' });
  scrolled.append(wide);
  row.closest('section')?.prepend(scrolled);
  left(wide);
  expect(pathname()).toBe('/transactions/bonuses');
  scrolled.remove();
  left(rows.nth(1).element());
  expect(pathname()).toBe('/transactions/credits');
});

test('on a phone swiping does not close an open dialog', async ({ showTransactions }) => {
  await page.viewport(360, 780);
  const withdrawal = aWithdrawal();
  await showTransactions({ group: 'withdrawals', transactions: [withdrawal] });
  await transactionsPage().rowOf(withdrawal).getByRole('button', { expanded: false }).click();
  await page.getByRole('button', { name: 'Cancel withdrawal' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this withdrawal?' });
  await expect.element(dialog).toBeVisible();
  left(dialog.getByRole('heading').element());
  expect(pathname()).toBe('/transactions/withdrawals');
  await expect.element(dialog).toBeVisible();
});

test('on a desktop there is no swiping', async ({ showTransactions }) => {
  await showTransactions({ isFirstVisit: true });
  await expect.element(transactionsPage().rows.first()).toBeVisible();
  await painted();
  expect(hint().query()).toBeNull();
  expect(wasShown()).toBeNull();
});
