import { expect, test } from 'vitest';
import { defaultTradingLimits } from '../../../src/lib/trading/limits.ts';
import { noFunds } from '../../../src/server/ledger/rules/customer-funds.ts';
import { decideCommand } from '../../../src/server/trading/desk/commit-commands.ts';
import type { DeskState, LockedAccount } from '../../../src/server/trading/desk/desk-state.ts';
import { noChanges, requestKey } from '../../../src/server/trading/desk/desk-state.ts';
import type { DeskCommand, OpenOrder } from '../../../src/server/trading/desk-command.ts';
import type { PositionRow } from '../../../src/server/trading/position-rows.ts';
import { quoteOf } from '../../support/quote-of.ts';

const now = new Date('2026-11-20T12:00:00Z');
const asset = {
  symbol: 'BTCUSD',
  name: 'Bitcoin',
  categoryId: 3,
  categoryName: 'crypto',
  leverages: [1, 3, 5, 10],
  isSuspended: false,
};
const quote = quoteOf({ bid: 60_000, ask: 60_010, timeMs: now.getTime() });
const market = { assets: new Map([['BTCUSD', asset]]), quotes: { get: () => quote }, feed: { name: 'still' } };
const facts = {
  market,
  limits: defaultTradingLimits,
  now,
  elapsedMs: now.getTime(),
  due: { of: () => [] },
  newId: () => 'entry',
};

/**
 * Accounts with 1,000.00 each. `when` decides commands that arrive together; also returns the changes and the state.
 */
function given(...accountIds: number[]) {
  const account = (id: number): LockedAccount => {
    const rights = {
      noticeChoices: null,
      verified: true,
      isBlocked: false,
      autoTrading: true,
      categoryIds: [3],
      customLeverage: null,
    };
    return { id, ...noFunds, balanceMinor: 100_000, investedMinor: 0, openPositions: 0, ...rights };
  };
  const state: DeskState = {
    accounts: new Map(accountIds.map((id) => [id, account(id)])),
    positions: new Map(),
    requests: new Map(),
    autoBooks: new Map(),
  };
  const changes = noChanges();
  const when = (...commands: DeskCommand[]) => {
    const results = commands.map((command) => decideCommand(state, command, facts, changes));
    return results.map((result) => (result.ok ? result.position.id : result.problem.code));
  };
  return { state, changes, when };
}

function open(accountId: number, positionId: string, order: Partial<OpenOrder> = {}): DeskCommand {
  const input = { symbol: 'BTCUSD', direction: 'buy', amountMinor: 60_000, leverage: 5, price: 60_010 } as const;
  return {
    kind: 'open',
    accountId,
    asset,
    positionId,
    order: { ...input, takeProfit: null, stopLoss: null, requestId: null, ...order },
  };
}

function close(accountId: number, id: string): DeskCommand {
  return { kind: 'close', accountId, order: { id, price: 60_000 } };
}

function opened({ state, changes }: ReturnType<typeof given>): PositionRow[] {
  const positions = changes.opened.map(({ position }) => position);
  positions.forEach((position) => state.positions.set(position.id, position));
  return positions;
}

test('each decision builds on the state that the previous one left', () => {
  const desk = given(1, 2);
  expect(desk.when(open(1, 'a'), open(1, 'b'), open(2, 'c'), open(1, 'd', { amountMinor: 40_000 }))).toEqual([
    'a',
    'INSUFFICIENT_MARGIN',
    'c',
    'd',
  ]);
  expect(desk.state.accounts.get(1)).toMatchObject({ balanceMinor: 100_000, investedMinor: 100_000 });
  expect(desk.changes.opened.map(({ position }) => position.id)).toEqual(['a', 'c', 'd']);
});

test('a refusal changes nothing', () => {
  const desk = given(1);
  desk.when(open(1, 'a', { leverage: 7 }), open(1, 'b', { price: 1 }), close(1, 'none'));
  expect(desk.changes).toEqual(noChanges());
  expect(desk.state.accounts.get(1)).toMatchObject({ balanceMinor: 100_000, investedMinor: 0 });
});

test('a repeated order finds the first one, in the same batch or committed earlier', () => {
  const desk = given(1);
  expect(desk.when(open(1, 'a', { requestId: 'r' }), open(1, 'b', { requestId: 'r' }))).toEqual(['a', 'a']);
  opened(desk);
  expect(desk.when(open(1, 'a'))).toEqual(['a']);
  expect(desk.state.requests.has(requestKey(1, 'r'))).toBe(true);
  expect(desk.changes.opened).toHaveLength(1);
});

test('an id that another account already uses is a bug, and never returns that account’s position', () => {
  const desk = given(1, 2);
  desk.when(open(1, 'a'));
  opened(desk);
  expect(() => desk.when(open(2, 'a'))).toThrow('given twice');
});

test('a close writes one balanced entry under the key of its position', () => {
  const desk = given(1);
  desk.when(open(1, 'a'));
  opened(desk);
  expect(desk.when(close(1, 'a'), close(1, 'a'))).toEqual(['a', 'POSITION_CLOSED']);
  // (60,000 − 60,025.0025) × 600.00 × 5 / 60,025.0025 = −1.2496
  const posted = { accountId: 1, amountMinor: -125, balanceAfterMinor: 99_875 };
  const postings = [
    { book: 'customer', ...posted },
    { book: 'house', amountMinor: 125 },
  ];
  expect(desk.changes.entries).toEqual([{ id: 'entry', businessKey: 'close:a', recordedAt: now, postings }]);
  expect(desk.state.accounts.get(1)).toMatchObject({ balanceMinor: 99_875, investedMinor: 0 });
});

test('only the owner can close', () => {
  const desk = given(1, 2);
  desk.when(open(1, 'a'));
  opened(desk);
  expect(desk.when(close(2, 'a'))).toEqual(['POSITION_NOT_FOUND']);
});
