import { expect, test } from 'vitest';
import { refuse } from '../../../src/lib/contract/problem.ts';
import { setAutoTrading } from '../../../src/server/accounts/set-auto-trading.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { createLimiter } from '../../../src/server/throttle/limiter.ts';
import { changeLimits } from '../../../src/server/throttle/limits.ts';
import { createTestRuntime } from '../../support/test-runtime.ts';

/**
 * A database whose transactions fail with `fault`; records the settings with which each was begun, and the notified
 * accounts.
 */
function given(fault: Error) {
  const settings: unknown[] = [];
  const told: number[] = [];
  const transaction: Database['transaction'] = (_work, given) => {
    settings.push(given);
    return Promise.reject(fault);
  };
  const parts = {
    ...{ database: { transaction }, accountChanges: { changed: (id: number) => void told.push(id) } },
    ...{ runtime: createTestRuntime(), changeLimiter: createLimiter(null, changeLimits) },
    refusals: { limitMet: () => Promise.resolve() },
    autoRuleVersion: 'rule',
  };
  const command = { accountId: 1, isOn: true, consent: null, origin: { address: null, userAgent: null } };
  return { settings, told, switchOn: () => setAutoTrading(parts, command) };
}

test('a change waits for a locked account as long as the order desk does, and then switches nothing', async () => {
  const held = given(Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' }));
  expect(await held.switchOn()).toEqual(refuse('UNAVAILABLE'));
  expect(held.settings).toEqual([{ lock_timeout: '5s' }]);
  expect(held.told).toEqual([]);
});

test('any other fault is rethrown', async () => {
  const broken = given(new Error('Connection terminated unexpectedly'));
  await expect(broken.switchOn()).rejects.toThrow('terminated');
  expect(broken.told).toEqual([]);
});
