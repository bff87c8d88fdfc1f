import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Database } from '../../../src/server/db/database.ts';
import { createQuoteBook } from '../../../src/server/market/quote-book.ts';
import type { OrderDesk } from '../../../src/server/trading/order-desk.ts';
import type { PositionWatch } from '../../../src/server/trading/position-watch.ts';
import type { WatchedPosition } from '../../../src/server/triggers/trigger-book.ts';
import { createTriggerEngine } from '../../../src/server/triggers/trigger-engine.ts';

/** A database with these open positions and nothing else. */
function databaseWith(positions: readonly WatchedPosition[] = []): Pick<Database, 'transaction'> {
  const left = [[...positions]];
  const query = (text: string) => Promise.resolve({ rows: text.startsWith('fetch') ? (left.shift() ?? []) : [] });
  type Work = Parameters<Database['transaction']>[0];
  return { transaction: (work) => work({ query } as unknown as Parameters<Work>[0]) };
}

/** An engine without open positions, and the ids that it passes to the desk. */
async function openEngine() {
  const quotes = createQuoteBook({ symbols: ['BTCUSD', 'EURUSD'] });
  const pursued: string[] = [];
  let watch: PositionWatch | undefined;
  const orderDesk: Pick<OrderDesk, 'trigger' | 'watchBy'> = {
    trigger(_accountId, { id }) {
      pursued.push(id);
      return Promise.resolve({ ok: false, problem: { code: 'POSITION_CLOSED' } });
    },
    watchBy(told) {
      watch = told;
      return () => undefined;
    },
  };
  const engine = createTriggerEngine({
    database: databaseWith(),
    quotes,
    orderDesk,
    logger: { error: () => undefined },
  });
  await engine.start();
  let atMs = 0;
  const quote = (symbol: string, bid: number) => quotes.accept(symbol, bid, bid && bid + 1, ++atMs, atMs);
  return { engine, quote, pursued, unsure: (id: string) => watch?.unsure({ id, accountId: 1, symbol: 'BTCUSD' }) };
}

test('a position that became uncertain while its asset was halted is decided at the next good quote', async () => {
  const { quote, pursued, unsure } = await openEngine();
  quote('BTCUSD', 60_000);
  quote('BTCUSD', 0);
  unsure('one');
  unsure('another');
  quote('EURUSD', 1);
  expect(pursued).toEqual([]);
  quote('BTCUSD', 60_001);
  quote('BTCUSD', 60_002);
  expect(pursued).toEqual(['one', 'another']);
});

test('a position is decided at once if there is a quote, else at the first one', async () => {
  const { quote, pursued, unsure } = await openEngine();
  unsure('one');
  quote('BTCUSD', 60_000);
  unsure('another');
  expect(pursued).toEqual(['one', 'another']);
});

test('positions that others changed during an outage are watched correctly once they are reloaded', async () => {
  const { engine, quote, pursued } = await openEngine();
  const base = { accountId: 1, symbol: 'BTCUSD', direction: 'buy', openRate: 60_001, leverage: 1 } as const;
  const moved = { ...base, id: randomUUID(), takeProfit: null, stopLoss: 59_000, protected: false };
  const opened = { ...moved, id: randomUUID(), stopLoss: 58_500 };
  quote('BTCUSD', 60_000);
  await engine.reload(databaseWith([moved]));
  await engine.reload(databaseWith([{ ...moved, stopLoss: 58_000 }, opened]));
  quote('BTCUSD', 58_900);
  expect(pursued).toEqual([]);
  quote('BTCUSD', 58_400);
  expect(pursued).toEqual([opened.id]);
  quote('BTCUSD', 57_900);
  expect(pursued).toEqual([opened.id, moved.id]);
});
