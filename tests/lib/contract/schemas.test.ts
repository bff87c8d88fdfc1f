import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calls, getCandles, login } from '../../../src/lib/contract/calls.ts';
import { closePosition, emits, getPositions, openPosition } from '../../../src/lib/contract/emits.ts';
import { amount, email, rate, requiredText, symbol, uuid } from '../../../src/lib/contract/fields.ts';

const id = 'f47ac10b-58cc-4372-a567-0e02b2c3d479';
const order = { direction: 'buy', amount: 100, leverage: 5, price: 65_010, symbol: 'BTCUSD', request_id: id };
const close = { id, price: 65_010 };
const credentials = { email: 'demo@example.com', password: 'demo1234' };
const range = { symbol: 'BTCUSD', resolution: '1h', from: '0', to: '1790000000' };
const megabyte = 'x'.repeat(1_000_000);

const nonsense: unknown[] = [
  null,
  undefined,
  NaN,
  Infinity,
  -Infinity,
  true,
  '',
  '5',
  megabyte,
  [],
  {},
  [5],
  { valueOf: 5 },
];
const numbers: unknown[] = [NaN, Infinity, -Infinity, -1, 0, 1e300, '5', null, true, [5], {}];
const sound = [
  { name: 'openPosition', schema: openPosition.payload, value: order },
  { name: 'closePosition', schema: closePosition.payload, value: close },
  { name: 'login', schema: login.body, value: credentials },
  { name: 'getCandles', schema: getCandles.query, value: range },
];

describe('what the contract accepts', () => {
  test.each(sound)('$name accepts a valid value', ({ schema, value }) => {
    expect(schema?.safeParse(value).success).toBe(true);
  });

  test.each(sound)('$name refuses anything else, and never throws', ({ schema, value }) => {
    for (const wrong of [...nonsense, [value]]) expect(schema?.safeParse(wrong).success).toBe(false);
    fc.assert(
      fc.property(fc.anything(), (anything) => {
        expect(schema?.safeParse(anything).success).toBe(false);
      }),
    );
  });

  test.each(sound)('$name refuses a megabyte or an object in any required field', ({ schema, value }) => {
    for (const field of Object.keys(value)) {
      for (const wrong of [megabyte, {}, NaN, Symbol('x')]) {
        expect(schema?.safeParse({ ...value, [field]: wrong }).success, field).toBe(false);
      }
    }
  });

  test('every call and emit that needs an object refuses anything else', () => {
    const schemas = [...calls.flatMap(({ body, query }) => [body, query]), ...emits.map((emit) => emit.payload)];
    for (const schema of schemas.filter((one) => one !== undefined)) {
      for (const wrong of [5, 'text', true, [], NaN]) expect(schema.safeParse(wrong).success).toBe(false);
    }
  });

  test('unknown fields are dropped', () => {
    expect(openPosition.payload.parse({ ...order, profit: 1, account_id: 7 })).toEqual(order);
  });

  test('an emit without a payload is accepted', () => {
    for (const value of [undefined, null, {}, { dataUser: { token: id } }]) {
      expect(getPositions.payload.safeParse(value).success).toBe(true);
    }
  });
});

describe('an amount', () => {
  test.each([...numbers, 0.99, 1.005, 10.000_000_01, 1_000_000_000.01, 10.1 + 20.2])('is not %s', (value) => {
    expect(amount.safeParse(value).success).toBe(false);
  });

  test('is every whole number of cents from 1 to a billion', () => {
    expect(amount.safeParse(999_999_999.99).success).toBe(true);
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 100_000_000_000 }), (cents) => {
        expect(amount.safeParse(cents / 100).success).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test('cannot have three decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_000, max: 100_000_000_000 }), (thousandths) => {
        fc.pre(thousandths % 10 !== 0);
        expect(amount.safeParse(thousandths / 1000).success).toBe(false);
      }),
    );
  });
});

describe('other fields', () => {
  test.each(numbers.filter((value) => value !== 1e300))('a rate is not %s', (value) => {
    expect(rate.safeParse(value).success).toBe(false);
  });

  test.each([0, -1, 1.5, 1001, '5', NaN, Infinity, null])('a leverage is not %s', (leverage) => {
    expect(openPosition.payload.safeParse({ ...order, leverage }).success).toBe(false);
  });

  test.each(['btcusd', 'BTC/USD', '', 'A'.repeat(21), 'BTCUSD\n', "X'; --", 5, null])('a symbol is not %j', (value) => {
    expect(symbol.safeParse(value).success).toBe(false);
  });

  test.each(['', 'demo', 'demo@', '@example.com', 'a b@example.com', `${'a'.repeat(250)}@example.com`, 5, null])(
    'an email is not %j',
    (value) => {
      expect(email.safeParse(value).success).toBe(false);
    },
  );

  test('an email is trimmed and in lower case', () => {
    expect(email.parse('  Demo@Example.COM ')).toBe('demo@example.com');
  });

  test('an id has one spelling', () => {
    expect(uuid.parse(id.toUpperCase())).toBe(id);
    for (const value of ['', 'x', `${id}0`, `{${id}}`, 5, null]) expect(uuid.safeParse(value).success).toBe(false);
  });

  test('a required text is trimmed, named in its messages and capped', () => {
    const city = requiredText('City', 5);
    expect(city.parse('  Bern ')).toBe('Bern');
    expect(city.safeParse('   ').error?.issues[0]?.message).toBe('City is required');
    expect(city.safeParse(undefined).error?.issues[0]?.message).toBe('City is required');
    expect(city.safeParse('Brussels').error?.issues[0]?.message).toBe('City has maximum 5 characters');
  });

  test('a time in unix seconds comes as text, whole and not below zero', () => {
    for (const from of ['-1', '1.5', 'now', '1e300', 'NaN', 'Infinity', undefined, {}, ['1', '2']]) {
      expect(getCandles.query?.safeParse({ ...range, from }).success).toBe(false);
    }
    expect(getCandles.query?.parse(range)).toEqual({ ...range, from: 0, to: 1_790_000_000 });
  });
});
