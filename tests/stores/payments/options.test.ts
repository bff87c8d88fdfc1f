import { afterEach, expect, test, vi } from 'vitest';
import { $paymentOptions, loadPaymentOptions } from '../../../src/stores/payments/options.ts';
import { $session } from '../../../src/stores/session.ts';
import { openPage, problem, success } from './page-of-customer.ts';

afterEach(() => {
  $session.set(null);
  $paymentOptions.set({ status: 'loading' });
  vi.unstubAllGlobals();
});

const withdrawable = () => {
  const state = $paymentOptions.get();
  return state.status === 'ready' ? state.options.withdrawable : undefined;
};

test('however many requests there are, the server’s last answer is shown in the end', async () => {
  const ends: (() => void)[] = [];
  openPage(() => {
    const own = ends.length === 0 ? 500 : 200;
    // The test answers the first request after all later ones.
    return new Promise((resolve) => void ends.push(() => resolve(success({ withdrawable: own }))));
  });
  const loads = [loadPaymentOptions(), loadPaymentOptions()];
  await expect.poll(() => ends.length).toBeGreaterThan(0);
  ends[1]?.();
  ends[0]?.();
  await expect.poll(() => ends.length).toBe(2);
  ends[1]?.();
  expect(await Promise.all(loads)).toEqual([true, true]);
  expect(withdrawable()).toBe(200);
});

test('a failure is reported until a load succeeds; loaded options stay', async () => {
  const page = openPage(() => problem('INTERNAL'));
  await loadPaymentOptions();
  const told: string[] = [];
  const stop = $paymentOptions.listen(({ status }) => told.push(status));
  await loadPaymentOptions();
  page.answer = () => success({ withdrawable: 500 });
  await loadPaymentOptions();
  page.answer = () => null;
  expect(await loadPaymentOptions()).toBe(false);
  stop();
  expect(told).toEqual(['failed', 'ready']);
  expect(withdrawable()).toBe(500);
});
