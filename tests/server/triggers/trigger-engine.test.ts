import { expect, test } from 'vitest';
import { createQuoteBook } from '../../../src/server/market/quote-book.ts';
import type { OrderDesk } from '../../../src/server/trading/order-desk.ts';
import type { PositionWatch } from '../../../src/server/trading/position-watch.ts';
import { createTriggerEngine } from '../../../src/server/triggers/trigger-engine.ts';

/** An engine over no open positions, and the ids that it has the desk decide on. */
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
  const database = { transaction: () => Promise.resolve(undefined as never) };
  const engine = createTriggerEngine({ database, quotes, orderDesk, logger: { error: () => undefined } });
  await engine.start();
  let atMs = 0;
  const quote = (symbol: string, bid: number) => quotes.take(symbol, bid, bid && bid + 1, ++atMs, atMs);
  return { quote, pursued, unsure: (id: string) => watch?.unsure({ id, accountId: 1, symbol: 'BTCUSD' }) };
}

test('what became unsure while its asset was halted is decided on at the next good quote', async () => {
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

test('with a quote at hand it is decided on at once, and without one at the first', async () => {
  const { quote, pursued, unsure } = await openEngine();
  unsure('one');
  quote('BTCUSD', 60_000);
  unsure('another');
  expect(pursued).toEqual(['one', 'another']);
});
