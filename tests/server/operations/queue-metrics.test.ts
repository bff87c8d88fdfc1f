import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { QueueLoaders } from '../../../src/server/operations/queue-metrics.ts';
import { watchQueues } from '../../../src/server/operations/queue-metrics.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const ofServer = () => Promise.resolve([{ queue: 'mails', waiting: 2, oldestSeconds: 60 }] as const);
const ofOperators = () => Promise.resolve([{ queue: 'withdrawals', waiting: 3, oldestSeconds: 90 }] as const);
const never = () => new Promise<never>(() => undefined);
const refuse = () => Promise.reject(new Error('cancelled'));

/** The metrics for these loaders, once the wait for slow ones is over. */
async function figures(loaders: Partial<Record<keyof QueueLoaders, () => Promise<readonly unknown[]>>>) {
  const registry = new Registry();
  const asked = watchQueues(registry, { ofServer, ofOperators, ...loaders } as QueueLoaders)();
  await vi.advanceTimersByTimeAsync(10_000);
  await asked;
  const text = await registry.metrics();
  return text.split('\n').filter((line) => /^(queue_waiting|database_answers)\b/.test(line));
}

const [answers, silent] = ['database_answers 1', 'database_answers 0'];
const [mails, withdrawals] = ['queue_waiting{queue="mails"} 2', 'queue_waiting{queue="withdrawals"} 3'];

test('both kinds of queues are reported', async () => {
  expect((await figures({})).sort()).toEqual([answers, mails, withdrawals]);
});

test.each([never, refuse])('if the operators’ queues do not load, the others are reported: %o', async (load) => {
  expect((await figures({ ofOperators: load })).sort()).toEqual([answers, mails]);
});

test.each([never, refuse])(
  'if the server’s queues do not load, the database counts as not answering: %o',
  async (load) => {
    expect((await figures({ ofServer: load })).sort()).toEqual([silent, withdrawals]);
  },
);
