import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serverNowMs, applyServerTime } from '../../../src/stores/realtime/api-server.ts';

const now = Date.parse('2026-11-20T12:00:00Z');

beforeEach(() => vi.useFakeTimers({ now }));
afterEach(() => vi.useRealTimers());

test('a browser with a wrong clock uses the server’s time', () => {
  applyServerTime('Fri, 20 Nov 2026 13:30:00 GMT');
  expect(serverNowMs()).toBe(now + 90 * 60_000);
  vi.advanceTimersByTime(5_000);
  expect(serverNowMs()).toBe(now + 90 * 60_000 + 5_000);
});

test('a missing header changes nothing, and a difference within its precision counts as equal', () => {
  applyServerTime('Fri, 20 Nov 2026 13:30:00 GMT');
  for (const header of [null, '', 'yesterday']) applyServerTime(header);
  expect(serverNowMs()).toBe(now + 90 * 60_000);
  applyServerTime('Fri, 20 Nov 2026 11:59:58 GMT');
  expect(serverNowMs()).toBe(now);
});
