import { expect, test } from 'vitest';
import type { Position, PositionLists } from '../../src/lib/contract/entities.ts';
import type { OrderStream, RemoteCustomer } from '../support/order-stream.ts';
import { enterAs, streamOrders } from '../support/order-stream.ts';
import { operate } from '../support/operator-here.ts';
import { startProduct } from '../support/product/start-product.ts';
import type { Storage } from '../support/product/storages.ts';
import { storages } from '../support/product/storages.ts';

const acknowledgedBeforeKill = 300;

/** Streams orders at a server and kills it meanwhile; returns what it had acknowledged. */
async function streamAndKill({ dataDir, env }: Storage): Promise<OrderStream> {
  const product = await startProduct({ dataDir, env });
  try {
    const customer = await enterAs(product.url);
    const stream = streamOrders(customer, 12);
    await expect.poll(() => stream.opened.size, { timeout: 60_000 }).toBeGreaterThan(acknowledgedBeforeKill);
    await product.stop('SIGKILL');
    await stream.ended;
    customer.leave();
    return stream;
  } finally {
    await product.stop('SIGKILL');
  }
}

/** Repeats every request: an acknowledged one finds its position, one without an answer opens at most one position. */
async function repeatAll(customer: RemoteCustomer, { sent, opened, closed }: OrderStream): Promise<void> {
  const found = new Map<string, Position>();
  for (const requestId of sent) {
    const answer = await customer.ask<Position>('openPosition', customer.order(requestId));
    if (!answer || answer.error) throw new Error('A repeat was refused');
    found.set(requestId, answer.data);
  }
  for (const [requestId, positionId] of opened) expect(found.get(requestId)?.id).toBe(positionId);
  for (const { id, closingReason } of found.values()) if (closed.has(id)) expect(closingReason).toBe(0);

  const open = [...found.values()].filter(({ closingReason }) => closingReason === null).map(({ id }) => id);
  const lists = await customer.ask<PositionLists>('positions', null);
  const listed = new Set(lists && !lists.error ? lists.data.open.map(({ id }) => id) : []);
  expect(open.filter((id) => !listed.has(id))).toEqual([]);
}

test.each(storages)(
  'kill -9 amid a stream of orders loses no acknowledged one: $name',
  { timeout: 300_000 },
  async ({ open }) => {
    const storage = await open();
    try {
      const stream = await streamAndKill(storage);
      expect(stream.closed.size).toBeGreaterThan(0);
      const product = await startProduct(storage);
      try {
        const customer = await enterAs(product.url);
        await repeatAll(customer, stream);
        customer.leave();
      } finally {
        await product.stop();
      }
      expect(await operate(storage, 'ledger', 'verify')).toContain('The ledger agrees.');
    } finally {
      await storage.remove();
    }
  },
);
