import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $receipt, openReceipt, shutReceipt } from '../../../src/stores/trading/receipts.ts';
import { openPositionOf } from './position-of.ts';

const fetched = vi.fn<(path: string) => Promise<Response>>();
const position = openPositionOf({});
const receipt = { position: { ...position, closed_rate: 1 }, open: { rate: 1, time: '', quote: null }, close: null };

beforeEach(() => vi.stubGlobal('fetch', fetched));
afterEach(() => {
  shutReceipt();
  vi.unstubAllGlobals();
});

test('a receipt opens with what is known of its position, and then has what the server says', async () => {
  fetched.mockResolvedValueOnce(Response.json({ status: 'success', data: receipt }));
  const opening = openReceipt(position);
  expect($receipt.get()).toEqual({ position, receipt: null, problem: null });
  await opening;
  expect($receipt.get()).toEqual({ position: receipt.position, receipt, problem: null });
});

test('a receipt that cannot be had says why', async () => {
  const error = { code: 'POSITION_NOT_FOUND', message: '' };
  fetched.mockResolvedValueOnce(Response.json({ status: 'error', error }, { status: 404 }));
  await openReceipt(position);
  expect($receipt.get()).toEqual({ position, receipt: null, problem: 'POSITION_NOT_FOUND' });
});

test('one that was shut meanwhile stays shut', async () => {
  fetched.mockResolvedValueOnce(Response.json({ status: 'success', data: receipt }));
  const opening = openReceipt(position);
  shutReceipt();
  await opening;
  expect($receipt.get()).toBeNull();
});
