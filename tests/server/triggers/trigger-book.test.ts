import { describe, expect, test } from 'vitest';
import type { WatchedPosition } from '../../../src/server/triggers/trigger-book.ts';
import { createTriggerBook } from '../../../src/server/triggers/trigger-book.ts';
import { idNamed, nameOf } from './named-ids.ts';

const symbols = ['BTCUSD', 'EURUSD'];
const [bitcoin, euro] = [0, 1];

/** A book, and the names of the positions that fired. */
function openBook(onFired: (name: string) => void = () => undefined) {
  const fired: string[] = [];
  const book = createTriggerBook({
    symbols,
    onFired: (id) => {
      fired.push(nameOf(id));
      onFired(nameOf(id));
    },
  });
  /** The names of the positions that a quote fires. */
  const quote = (bid: number, ask = bid + 1, symbolIndex = bitcoin) => {
    book.accept(symbolIndex, bid, ask);
    return fired.splice(0);
  };
  return { book, quote };
}

/** A protected buy at 100 without levels; each test overrides what matters to it. */
function positionOf(name: string, parts: Partial<WatchedPosition> = {}): WatchedPosition {
  const facts = { direction: 'buy', openRate: 100, leverage: 5, takeProfit: null, stopLoss: null } as const;
  return { id: idNamed(name), accountId: 7, symbol: 'BTCUSD', protected: true, ...facts, ...parts };
}

describe('a quote', () => {
  test('fires a position at its level and beyond it, once, with its account and symbol', () => {
    const fired: unknown[] = [];
    const book = createTriggerBook({ symbols, onFired: (...what) => void fired.push(what) });
    book.put(positionOf('a', { symbol: 'EURUSD', stopLoss: 90 }));
    book.accept(euro, 90.01, 91);
    book.accept(bitcoin, 1, 2);
    expect([fired, book.size]).toEqual([[], 1]);
    book.accept(euro, 90, 91);
    book.accept(euro, 80, 81);
    expect([fired, book.size]).toEqual([[[idNamed('a'), 7, euro]], 0]);
  });

  test('is compared by its bid for a buy and by its ask for a sell', () => {
    const { book, quote } = openBook();
    book.put(positionOf('buy', { stopLoss: 90, takeProfit: 110 }));
    book.put(positionOf('sell', { direction: 'sell', stopLoss: 110, takeProfit: 90 }));
    expect(quote(90.01, 109.99)).toEqual([]);
    expect(quote(100, 90)).toEqual(['sell']);
    expect(quote(110, 100)).toEqual(['buy']);
  });

  test('fires for margin only if no level comes first', () => {
    const { book, quote } = openBook();
    book.put(positionOf('buy', { protected: false }));
    book.put(positionOf('sell', { protected: false, direction: 'sell' }));
    expect(quote(80.01, 119.99)).toEqual([]);
    expect(quote(80, 100)).toEqual(['buy']);
    expect(quote(100, 120)).toEqual(['sell']);
  });

  test('fires nothing that has no level, and a buy with leverage 1 only at zero', () => {
    const { book, quote } = openBook();
    book.put(positionOf('without'));
    book.put(positionOf('whole', { protected: false, leverage: 1 }));
    expect(quote(5e-324, Number.MAX_VALUE)).toEqual([]);
    expect(quote(0, 0)).toEqual(['whole']);
    expect(quote(-0, Infinity)).toEqual([]);
    expect(quote(NaN, NaN)).toEqual([]);
    expect(book.size).toBe(1);
  });

  test('over a gap fires buys before sells, nearest levels first, and equal ones in the order of their puts', () => {
    const { book, quote } = openBook();
    for (const [name, stopLoss] of Object.entries({ c: 70, a: 90, b1: 80, b2: 80, b3: 80 })) {
      book.put(positionOf(name, { stopLoss }));
    }
    book.put(positionOf('sold', { direction: 'sell', takeProfit: 95 }));
    book.put(positionOf('b1', { stopLoss: 80 }));
    expect(quote(60)).toEqual(['a', 'b2', 'b3', 'b1', 'c', 'sold']);
  });
});

describe('a position', () => {
  test('that is put beyond its level fires at the next quote that is beyond it too', () => {
    const { book, quote } = openBook();
    expect(quote(85)).toEqual([]);
    book.put(positionOf('a', { stopLoss: 90 }));
    expect(book.size).toBe(1);
    expect(quote(91)).toEqual([]);
    expect(quote(85)).toEqual(['a']);
  });

  test('that is put again is watched at its new levels only', () => {
    const { book, quote } = openBook();
    book.put(positionOf('a', { stopLoss: 90, takeProfit: 110 }));
    book.put(positionOf('a', { symbol: 'EURUSD', direction: 'sell', takeProfit: 80 }));
    expect(book.size).toBe(1);
    expect([...quote(1), ...quote(1000)]).toEqual([]);
    expect(quote(79, 80, euro)).toEqual(['a']);
  });

  test('may have an id in lower or upper case', () => {
    const { book, quote } = openBook();
    book.put({ ...positionOf('jkl', { stopLoss: 90 }), id: idNamed('jkl').toUpperCase() });
    book.put(positionOf('jkl', { stopLoss: 80 }));
    expect([book.size, quote(85), quote(80)]).toEqual([1, [], ['jkl']]);
  });

  test('that is removed no longer fires; removing it twice or an unknown one changes nothing', () => {
    const { book, quote } = openBook();
    book.put(positionOf('a', { stopLoss: 90 }));
    book.put(positionOf('b', { stopLoss: 90 }));
    for (const name of ['a', 'a', 'nobody']) book.remove(idNamed(name));
    book.remove('no UUID');
    expect(book.size).toBe(1);
    expect(quote(90)).toEqual(['b']);
  });

  test('with an unknown symbol, a level that is not a number or an id that is not a UUID is a bug', () => {
    const { book } = openBook();
    expect(() => book.put(positionOf('a', { symbol: 'GOLD' }))).toThrow('GOLD');
    expect(() => book.put(positionOf('a', { stopLoss: NaN }))).toThrow('a level is not a number');
    expect(() => book.put({ ...positionOf('a'), id: 'a' })).toThrow('no UUID');
    expect(book.size).toBe(0);
  });
});

describe('a listener may', () => {
  const levels = { stopLoss: 90 };

  test('put the position back: it waits for the next quote', () => {
    const { book, quote } = openBook((name) => book.put(positionOf(name, levels)));
    book.put(positionOf('a', levels));
    expect(quote(85)).toEqual(['a']);
    expect(quote(85)).toEqual(['a']);
    expect(book.size).toBe(1);
  });

  test('remove or replace another that was reached too: it is not handed over for this quote', () => {
    const { book, quote } = openBook((name) => {
      if (name !== 'a') return;
      book.remove(idNamed('b'));
      book.put(positionOf('c', levels));
      book.remove(idNamed('d'));
      book.put(positionOf('d', levels));
    });
    for (const name of ['a', 'b', 'c', 'd', 'e']) book.put(positionOf(name, levels));
    expect(quote(85)).toEqual(['a', 'e']);
    expect(book.size).toBe(2);
    expect(quote(85)).toEqual(['c', 'd']);
  });

  test('pass another quote to the book: nothing fires twice', () => {
    const { book, quote } = openBook((name) => {
      if (name === 'a') book.accept(bitcoin, 79, 80);
    });
    for (const [name, stopLoss] of Object.entries({ a: 90, b: 89, c: 80 })) book.put(positionOf(name, { stopLoss }));
    expect(quote(88)).toEqual(['a', 'c', 'b']);
    expect(book.size).toBe(0);
  });

  test('throw: the others are still handed over, and the error is not lost', () => {
    const { book, quote } = openBook((name) => {
      if (name === 'a') throw new Error('no room');
    });
    for (const name of ['a', 'b']) book.put(positionOf(name, levels));
    expect(() => quote(85)).toThrow('could not be handed over');
    expect(book.size).toBe(0);
    expect(quote(85)).toEqual(['a', 'b']);
  });
});
