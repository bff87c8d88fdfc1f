import { describe, expect, test } from 'vitest';
import { createQuoteBook } from '../../../src/server/market/quote-book.ts';
import { allPrices, eventText, pricesSince, webSocketFrame } from '../../../src/server/socket/price-socket.ts';

test('a customer buys at the ask and sells at the bid; without a quote both are zero', () => {
  const book = createQuoteBook({ symbols: ['BTCUSD', 'EURUSD'] });
  book.accept('BTCUSD', 60_000, 60_010, 1, 1);
  expect(pricesSince(book, -1)).toEqual({ BTCUSD: { buy: 60_010, sell: 60_000 }, EURUSD: { buy: 0, sell: 0 } });
  expect(pricesSince(book, 0)).toEqual({ BTCUSD: { buy: 60_010, sell: 60_000 } });
  expect(pricesSince(book, book.revision)).toEqual({});
});

test('the whole map states the age of a price that is older than a second', () => {
  const book = createQuoteBook({ symbols: ['BTCUSD', 'EURUSD', 'AAPL'] });
  book.accept('BTCUSD', 60_000, 60_010, 10_000, 10_000);
  book.accept('EURUSD', 1.1, 1.2, 28_001, 28_001);
  expect(allPrices(book, 29_000)).toEqual({
    BTCUSD: { buy: 60_010, sell: 60_000, age_ms: 19_000 },
    EURUSD: { buy: 1.2, sell: 1.1 },
    AAPL: { buy: 0, sell: 0, age_ms: null },
  });
});

test('an event is the text that Socket.IO would send', () => {
  expect(eventText({ namespace: '/prices', name: 'prices', data: { A: 1 } })).toBe('42/prices,["prices",{"A":1}]');
});

describe('a WebSocket frame', () => {
  test.each([
    [0, [0x81, 0]],
    [125, [0x81, 125]],
    [126, [0x81, 126, 0, 126]],
    [65_535, [0x81, 126, 0xff, 0xff]],
    [65_536, [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]],
  ])('of %d bytes says its length in the shortest form', (length, header) => {
    const frame = webSocketFrame('text', Buffer.alloc(length, 'x'));
    expect([...frame.subarray(0, header.length)]).toEqual(header);
    expect(frame.length).toBe(header.length + length);
  });

  test('of a ping is a final control frame', () => {
    expect([...webSocketFrame('ping', Buffer.of(1, 2))]).toEqual([0x89, 2, 1, 2]);
  });
});
