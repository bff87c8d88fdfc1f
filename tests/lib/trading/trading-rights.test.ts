import { describe, expect, test } from 'vitest';
import {
  allowedLeverages,
  parseCustomLeverage,
  parseLeverages,
  tradingAccess,
} from '../../../src/lib/trading/trading-rights.ts';

describe('trading access', () => {
  test('is for verified accounts and their categories; not being verified is said first', () => {
    expect(tradingAccess({ verified: true, categoryIds: [1, 3] }, 3)).toBeNull();
    expect(tradingAccess({ verified: true, categoryIds: [1, 3] }, 2)).toBe('NO_ACCESS');
    expect(tradingAccess({ verified: false, categoryIds: [1, 3] }, 3)).toBe('NOT_VERIFIED');
    expect(tradingAccess({ verified: false, categoryIds: [] }, 3)).toBe('NOT_VERIFIED');
  });
});

const crypto = { categoryName: 'crypto', leverages: [1, 3, 5, 10] };

describe('allowed leverages', () => {
  test('are all of the category if nothing is customised', () => {
    expect(allowedLeverages({ ...crypto, customLeverage: null })).toEqual([1, 3, 5, 10]);
  });

  test('are all of the category if only another category is customised', () => {
    expect(allowedLeverages({ ...crypto, customLeverage: { forex: [0] } })).toEqual([1, 3, 5, 10]);
  });

  test('are those at the named indexes, in the order of the category', () => {
    expect(allowedLeverages({ ...crypto, customLeverage: { crypto: [2, 0] } })).toEqual([1, 5]);
  });

  test('are none if no valid index is named', () => {
    expect(allowedLeverages({ ...crypto, customLeverage: { crypto: [] } })).toEqual([]);
    expect(allowedLeverages({ ...crypto, customLeverage: { crypto: [4, -1, 1.5] } })).toEqual([]);
  });

  test('names of built-in properties are not categories', () => {
    expect(allowedLeverages({ ...crypto, categoryName: 'constructor', customLeverage: {} })).toEqual([1, 3, 5, 10]);
  });

  test('are a copy of the category’s list', () => {
    const allowed = allowedLeverages({ ...crypto, customLeverage: null });
    expect(allowed).not.toBe(crypto.leverages);
  });
});

describe('the contract’s texts', () => {
  test.each([
    ['1,3,5,10', [1, 3, 5, 10]],
    [' 1, 30 ', [1, 30]],
    ['', []],
    ['1,,x,-5,0,3', [1, 3]],
  ])('the list "%s" is %j', (list, expected) => {
    expect(parseLeverages(list)).toEqual(expected);
  });

  test('custom leverage is read from its JSON', () => {
    expect(parseCustomLeverage('{"crypto":[0,1]}')).toEqual({ crypto: [0, 1] });
    expect(parseCustomLeverage(null)).toBeNull();
  });

  test.each(['', '{', '[]', 'null', '7', '{"crypto":"all"}', '{"crypto":["0"]}'])('"%s" is unreadable', (text) => {
    expect(parseCustomLeverage(text)).toBeNull();
  });
});
