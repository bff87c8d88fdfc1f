import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEventInbox } from '../../../src/server/payments/inbox/receive-webhook.ts';
import type { NewEvent } from '../../../src/server/payments/inbox/event-rows.ts';
import { writeReport } from '../../support/payments/moody-provider.ts';
import type { PayingFloor, Payer } from './paying-floor.ts';
import { openPayingFloor } from './paying-floor.ts';

/** Reports that arrive while others are being stored are then stored together. */

let floor: PayingFloor;
let payer: Payer;

beforeAll(async () => {
  floor = await openPayingFloor();
  payer = await floor.payer();
});
afterAll(() => floor.close());

async function keptKeys(provider: string): Promise<string[]> {
  const { rows } = await floor.shop.app.database.query<{ key: string }>(
    'select event_key as key from payment_events where provider = $1 order by event_key',
    [provider],
  );
  return rows.map(({ key }) => key);
}

function eventOf(provider: string, eventKey: string, reference = 'ref'): NewEvent {
  const event = { eventKey, transactionId: null, reference, outcome: 'waiting', amountMinor: 0, currency: '' } as const;
  return { id: randomUUID(), provider, eventKey, body: Buffer.from(eventKey), event, at: new Date() };
}

test('many reports at once are each answered, stored once, and credited once', async () => {
  const before = await payer.balance();
  const orders = await Promise.all(Array.from({ length: 6 }, () => payer.deposit()));
  const reports = orders.flatMap((order) => {
    const report = writeReport({ order, status: 'paid', amount: '300.00' });
    return [report, report];
  });
  const answers = await Promise.all(
    reports.map(async (report) => {
      const url = `${floor.shop.url}/api/transaction/update/moody`;
      return (await fetch(url, { method: 'POST', ...report })).status;
    }),
  );
  expect(new Set(answers)).toEqual(new Set([200]));
  await floor.shop.app.payments.work();
  expect(await payer.balance()).toBe(before + 6 * 300);
  expect(await keptKeys('moody')).toHaveLength(orders.length);
  expect(await floor.booksHold()).toBe(true);
});

test('each report learns whether it is new, even if its repeat is stored with it', async () => {
  const inbox = createEventInbox(floor.shop.app.database);
  const told = await Promise.all(['a', 'b', 'c', 'c', 'd', 'a'].map((key) => inbox.keep(eventOf('twice', key))));
  expect(told.filter(Boolean)).toHaveLength(4);
  expect(told[1]).toBe(true);
  expect(await keptKeys('twice')).toEqual(['a', 'b', 'c', 'd']);
});

test('a report that no database can store does not affect the others', async () => {
  const inbox = createEventInbox(floor.shop.app.database);
  const keys = ['a', 'b', 'c', 'd', 'e'];
  const told = await Promise.allSettled(
    keys.map((key) => inbox.keep(eventOf('broken', key, key === 'd' ? 'a\u0000b' : 'ref'))),
  );
  const outcomes = told.map(({ status }) => status);
  expect(outcomes).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(await keptKeys('broken')).toEqual(['a', 'b', 'c', 'e']);
  // Later reports are stored as usual.
  expect(await inbox.keep(eventOf('broken', 'f'))).toBe(true);
});
