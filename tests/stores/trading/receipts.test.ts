import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { applyPositions } from '../../../src/stores/trading/positions.ts';
import { $receipt, followReceipt, openReceipt, shutReceipt } from '../../../src/stores/trading/receipts.ts';
import { openPositionOf } from './position-of.ts';

const fetched = vi.fn<(path: string) => Promise<Response>>();
const position = openPositionOf({});
const receipt = { position: { ...position, closed_rate: 1 }, open: { rate: 1, time: '', quote: null }, close: null };

beforeEach(() => vi.stubGlobal('fetch', fetched));
afterEach(() => {
  shutReceipt();
  fetched.mockReset();
  vi.unstubAllGlobals();
});

test('a receipt opens with the known data of its position, and then shows the server’s', async () => {
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

test('one that was closed meanwhile stays closed', async () => {
  fetched.mockResolvedValueOnce(Response.json({ status: 'success', data: receipt }));
  const opening = openReceipt(position);
  shutReceipt();
  await opening;
  expect($receipt.get()).toBeNull();
});

test('a receipt follows levels and close of its position, and stays visible until the new one is loaded', async () => {
  const answerWith = (more: Partial<typeof position>) => {
    const data = { ...receipt, position: { ...position, ...more } };
    fetched.mockResolvedValueOnce(Response.json({ status: 'success', data }));
  };
  applyPositions({ open: [position], history: [] });
  answerWith({});
  await openReceipt(position);
  const stop = followReceipt();
  fetched.mockClear();

  answerWith({ stop_lost: 40_000 });
  applyPositions({ open: [{ ...position, stop_lost: 40_000 }], history: [] });
  expect($receipt.get()?.receipt?.position.stop_lost).toBeNull();
  await vi.waitFor(() => expect($receipt.get()?.receipt?.position.stop_lost).toBe(40_000));

  // A change of another position does not matter.
  const other = openPositionOf({ id: '018f0000-0000-7000-8000-000000000002' });
  applyPositions({ open: [other, { ...position, stop_lost: 40_000 }], history: [] });
  expect(fetched).toHaveBeenCalledTimes(1);

  answerWith({ closed_rate: 51_000 });
  applyPositions({ open: [other], history: [] });
  await vi.waitFor(() => expect($receipt.get()?.receipt?.position.closed_rate).toBe(51_000));
  applyPositions({ open: [], history: [] });
  expect(fetched).toHaveBeenCalledTimes(2);
  stop();
});

test('one that cannot be reloaded is no longer shown', async () => {
  fetched.mockResolvedValueOnce(Response.json({ status: 'success', data: receipt }));
  await openReceipt(position);
  const error = { code: 'POSITION_NOT_FOUND', message: '' };
  fetched.mockResolvedValueOnce(Response.json({ status: 'error', error }, { status: 404 }));
  await openReceipt(position);
  expect($receipt.get()).toEqual({ position, receipt: null, problem: 'POSITION_NOT_FOUND' });
});
