import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { $toasts, hideToast, showToast, toastMs } from '../../src/stores/toasts.ts';

const texts = () => $toasts.get().map(({ text }) => text);

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

it('hides a toast after three seconds', () => {
  showToast({ kind: 'info', text: 'first' });
  vi.advanceTimersByTime(toastMs - 1);
  showToast({ kind: 'error', text: 'second' });
  expect(texts()).toEqual(['first', 'second']);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual(['second']);
});

it('hides one before its time', () => {
  const id = showToast({ kind: 'success', text: 'done' });
  hideToast(id);
  expect(texts()).toEqual([]);
});

it('shows two at most, the newest', () => {
  for (const text of ['a', 'b', 'c']) showToast({ kind: 'info', text });
  expect(texts()).toEqual(['b', 'c']);
});
