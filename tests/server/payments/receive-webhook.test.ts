import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Queries } from '../../../src/server/db/database.ts';
import { createEventInbox } from '../../../src/server/payments/inbox/receive-webhook.ts';
import type { NewEvent } from '../../../src/server/payments/inbox/event-rows.ts';

/** Tests how many SQL statements are needed for reports that arrive together. */

function eventOf(eventKey: string): NewEvent {
  const event = {
    eventKey,
    transactionId: null,
    reference: 'r',
    outcome: 'waiting',
    amountMinor: 0,
    currency: '',
  } as const;
  return { id: randomUUID(), provider: 'acme', eventKey, body: Buffer.from(eventKey), event, at: new Date(0) };
}

/**
 * A database that stores reports and records how many each statement contained. `faultOf` decides which statements
 * fail.
 */
function databaseOf(faultOf: (keys: readonly string[]) => Error | null): { queries: Queries; asked: number[] } {
  const asked: number[] = [];
  const queries = {
    query({ values }: { values: [string[], string[], string[]] }) {
      const [ids, , keys] = values;
      asked.push(keys.length);
      const fault = faultOf(keys);
      return fault ? Promise.reject(fault) : Promise.resolve({ rows: ids.map((id) => ({ id })) });
    },
  } as unknown as Queries;
  return { queries, asked };
}

const faultBy = (code: string) => Object.assign(new Error('the database says no'), { code });
const keys = Array.from({ length: 202 }, (_, at) => `k${at}`);

function keepAll(queries: Queries): Promise<PromiseSettledResult<boolean>[]> {
  const inbox = createEventInbox(queries);
  return Promise.allSettled(keys.map((key) => inbox.keep(eventOf(key))));
}

test('reports that arrive during a write are stored together', async () => {
  const { queries, asked } = databaseOf(() => null);
  const told = await keepAll(queries);
  expect(told.every(({ status }) => status === 'fulfilled')).toBe(true);
  expect(asked).toEqual([1, 1, 200]);
});

test.each(['57014', '40001', '53300', undefined])(
  'a database failure with %s reaches all callers at once',
  async (code) => {
    const { queries, asked } = databaseOf(() => (code === undefined ? new Error('timeout') : faultBy(code)));
    const told = await keepAll(queries);
    expect(told.every(({ status }) => status === 'rejected')).toBe(true);
    expect(asked).toEqual([1, 1, 200]);
  },
);

test('a report that cannot be stored is found by bisection, and fails alone', async () => {
  const { queries, asked } = databaseOf((some) => (some.includes('k150') ? faultBy('22P05') : null));
  const told = await keepAll(queries);
  expect(told.flatMap(({ status }, at) => (status === 'rejected' ? [at] : []))).toEqual([150]);
  expect(asked.length).toBeLessThan(20);
});
