import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Position, PositionLists } from '../../src/lib/contract/entities.ts';
import type { RemoteCustomer } from '../support/order-stream.ts';
import { enterAs } from '../support/order-stream.ts';
import { operate } from '../support/operator-here.ts';
import type { Storage } from '../support/product/storages.ts';
import { storages } from '../support/product/storages.ts';
import { startProduct } from '../support/product/start-product.ts';

/** Distance of the levels from the price, as a fraction of it: so small that the next few quotes reach one of them. */
const distance = 0.000_02;
const loops = 8;
const closedBeforeKill = 60;

/**
 * Opens positions with levels around the price until the server is gone. An order is refused if the price has passed a
 * level meanwhile. If prices move slower than orders come, the account has too many positions or orders.
 */
async function openBetweenLevels(customer: RemoteCustomer): Promise<void> {
  for (;;) {
    const sell = customer.price('sell');
    const levels = { take_profit: sell * (1 + distance), stop_lost: sell * (1 - distance) };
    const answer = await customer.ask<Position>('openPosition', { ...customer.order(randomUUID()), ...levels });
    if (answer === null) return;
    if (answer.error) expect(['VALIDATION', 'TOO_MANY_POSITIONS', 'TOO_MANY_REQUESTS']).toContain(answer.code);
  }
}

async function listsOf(customer: RemoteCustomer): Promise<PositionLists> {
  const answer = await customer.ask<PositionLists>('positions', null);
  if (!answer || answer.error) throw new Error('The positions were not told');
  return answer.data;
}

/** Tells this test's positions, all of amount 1, from the demo account's own trades, which have levels too. */
const isOurs = ({ amount, stop_lost: stopLoss }: Position) => amount === 1 && stopLoss !== null;

async function streamAndKill({ dataDir, env }: Storage): Promise<void> {
  const product = await startProduct({ dataDir, env });
  try {
    const customer = await enterAs(product.url);
    const streams = Array.from({ length: loops }, () => openBetweenLevels(customer));
    const countClosed = async () => (await listsOf(customer)).history.filter(isOurs).length;
    await expect.poll(countClosed, { timeout: 120_000 }).toBeGreaterThan(closedBeforeKill);
    await product.stop('SIGKILL');
    await Promise.all(streams);
    customer.leave();
  } finally {
    await product.stop('SIGKILL');
  }
}

/**
 * Expects that positions which were open when the server died close after the next start, at a rate that their level
 * allows.
 */
async function expectAllClosed({ dataDir, env }: Storage): Promise<void> {
  const product = await startProduct({ dataDir, env });
  try {
    const customer = await enterAs(product.url);
    const countOpen = async () => (await listsOf(customer)).open.filter(isOurs).length;
    await expect.poll(countOpen, { timeout: 120_000 }).toBe(0);
    const closed = (await listsOf(customer)).history.filter(isOurs);
    for (const { closed_rate: rate, stop_lost: stopLoss, take_profit: takeProfit, closingReason } of closed) {
      const isReached = closingReason === 1 ? Number(rate) <= Number(stopLoss) : Number(rate) >= Number(takeProfit);
      expect([closingReason, isReached]).toEqual([closingReason === 1 ? 1 : 2, true]);
    }
    customer.leave();
  } finally {
    await product.stop();
  }
}

test.each(storages)(
  'kill -9 amid a stream of triggers closes each position once: $name',
  { timeout: 400_000 },
  async ({ open }) => {
    const storage = await open();
    try {
      await streamAndKill(storage);
      expect(await operate(storage, 'ledger', 'verify')).toContain('The ledger agrees.');
      await expectAllClosed(storage);
      expect(await operate(storage, 'ledger', 'verify')).toContain('The ledger agrees.');
    } finally {
      await storage.remove();
    }
  },
);
