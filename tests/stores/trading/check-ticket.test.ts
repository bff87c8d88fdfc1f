import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LivePrice } from '../../../src/stores/prices.ts';
import { amountOf, checkTicket, ticketOrder } from '../../../src/stores/trading/ticket.ts';
import type { TicketFaults, TicketInput } from '../../../src/stores/trading/ticket.ts';

const price: LivePrice = { buy: 50_010, sell: 50_000, lastBuy: 50_010, lastSell: 50_000, goodMs: 0, stale: false };
const bounds = { freeMargin: 500, leverages: [1, 3], price, locale: 'en' };
const right: TicketInput = { amount: '10', leverage: 1, stopLoss: '', takeProfit: '', direction: null };

/** The faults of a ticket with this change. */
function faultsOf(change: Partial<TicketInput>, more: Partial<typeof bounds> = {}): Partial<TicketFaults> {
  const faults = checkTicket({ ...right, ...change }, { ...bounds, ...more });
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined));
}

test.each([
  [{ amount: '1', leverage: 1 }, {}],
  [{ amount: '500', leverage: 3 }, {}],
  [{ amount: '19,99', leverage: 3 }, {}],
  [{ amount: '0.99' }, { amount: 'minimum' }],
  [{ amount: '500.01' }, { amount: 'maximum' }],
  [{ amount: '9'.repeat(400) }, { amount: 'maximum' }],
  [{ amount: '10.005' }, { amount: 'form' }],
  [{ amount: '1,000' }, { amount: 'form' }],
  [{ amount: 'ten' }, { amount: 'form' }],
  [{ amount: ' ' }, { amount: 'required' }],
  [{ leverage: 5 }, { leverage: 'required' }],
  [{ leverage: undefined }, { leverage: 'required' }],
])('amount and leverage: %o has the faults %o', (change, faults) => {
  expect(faultsOf(change)).toEqual(faults);
});

test.each([
  [{ direction: 'buy', takeProfit: '50000.01' }, {}],
  [{ direction: 'buy', takeProfit: '50000' }, { takeProfit: 'lowest' }],
  [{ direction: 'buy', stopLoss: '49999.99' }, {}],
  [{ direction: 'buy', stopLoss: '50,000.00' }, { stopLoss: 'highest' }],
  [{ direction: 'sell', takeProfit: '50009.99' }, {}],
  [{ direction: 'sell', takeProfit: '50010' }, { takeProfit: 'highest' }],
  [{ direction: 'sell', stopLoss: '50010.01' }, {}],
  [{ direction: 'sell', stopLoss: '50010' }, { stopLoss: 'lowest' }],
  [
    { direction: 'sell', stopLoss: '1', takeProfit: '99999' },
    { stopLoss: 'lowest', takeProfit: 'highest' },
  ],
  [
    { direction: 'buy', stopLoss: 'low', takeProfit: '0' },
    { stopLoss: 'form', takeProfit: 'form' },
  ],
] as const)('levels on the side that was pressed: %o has the faults %o', (change, faults) => {
  expect(faultsOf(change)).toEqual(faults);
});

test('before a side is pressed, and without a live price, only the form of a level can be wrong', () => {
  expect(faultsOf({ stopLoss: '99999', takeProfit: '99999' })).toEqual({});
  expect(faultsOf({ stopLoss: 'x' })).toEqual({ stopLoss: 'form' });
  const stale = { price: { ...price, stale: true } };
  expect(faultsOf({ direction: 'buy', stopLoss: '99999' }, stale)).toEqual({});
});

test('every amount of whole cents up to the free margin is accepted', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 50_000 }), (cents) => {
      expect(faultsOf({ amount: String(cents / 100) })).toEqual({});
    }),
  );
});

test.each([
  ['12,5', 12.5],
  ['500', 500],
  ['500.01', NaN],
  ['0.5', NaN],
  ['1,000', NaN],
  ['', NaN],
])('the amount of %j, with 500 free, is %d', (text, amount) => {
  expect(amountOf(text, 500)).toBe(amount);
});

test('the input becomes an order; an empty level is omitted', () => {
  const typed: TicketInput = { ...right, amount: '12,5', leverage: 3, stopLoss: '49,900.50' };
  expect(ticketOrder(typed, 'en')).toEqual({ amount: 12.5, leverage: 3, stop_lost: 49_900.5, take_profit: null });
  expect(ticketOrder({ ...typed, amount: '' }, 'en')).toBeNull();
  expect(ticketOrder({ ...typed, leverage: undefined }, 'en')).toBeNull();
});
