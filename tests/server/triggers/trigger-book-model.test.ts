import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TriggerBook, TriggerBookOptions, WatchedPosition } from '../../../src/server/triggers/trigger-book.ts';
import { createTriggerBook } from '../../../src/server/triggers/trigger-book.ts';
import { createNaiveTriggerBook } from './naive-trigger-book.ts';
import { idNamed } from './named-ids.ts';

const symbols = ['BTCUSD', 'EURUSD', 'GOLD'];

/** Few ids and few rates, so that positions are replaced, removed and share a level again and again. */
const id = fc.integer({ min: 0, max: 40 }).map((number) => idNamed(`position ${number}`));
const rate = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.double({ min: 1, max: 40, noNaN: true }));
const position: fc.Arbitrary<WatchedPosition> = fc.record({
  id,
  accountId: fc.nat(5),
  symbol: fc.constantFrom(...symbols),
  direction: fc.constantFrom('buy', 'sell'),
  openRate: rate,
  leverage: fc.constantFrom(1, 3, 10),
  protected: fc.boolean(),
  takeProfit: fc.option(rate),
  stopLoss: fc.option(rate),
});

type Action =
  | { do: 'put'; position: WatchedPosition }
  | { do: 'remove'; id: string }
  /** Includes crossed quotes and gaps: the book accepts every quote. */
  | { do: 'take'; symbolIndex: number; bid: number; ask: number };
const put: fc.Arbitrary<Action> = position.map((position) => ({ do: 'put', position }));
const remove: fc.Arbitrary<Action> = id.map((id) => ({ do: 'remove', id }));
const accept: fc.Arbitrary<Action> = fc.record({
  do: fc.constant('take' as const),
  symbolIndex: fc.nat(symbols.length - 1),
  bid: fc.oneof(rate, fc.constant(0)),
  ask: rate,
});
const action = fc.oneof(
  { weight: 6, arbitrary: put },
  { weight: 2, arbitrary: remove },
  { weight: 3, arbitrary: accept },
);

function act(book: TriggerBook, action: Action): void {
  if (action.do === 'put') book.put(action.position);
  else if (action.do === 'remove') book.remove(action.id);
  else book.accept(action.symbolIndex, action.bid, action.ask);
}

/**
 * Plays the actions on a book. Each position that fires performs the next action of `answers`, whatever that leads to.
 */
function play(create: (options: TriggerBookOptions) => TriggerBook, actions: Action[], answers: (Action | null)[]) {
  const story: unknown[] = [];
  const left = [...answers];
  const book = create({
    symbols,
    onFired(...fired) {
      story.push(fired, book.size);
      const answer = left.shift();
      if (answer) act(book, answer);
    },
  });
  for (const action of actions) {
    act(book, action);
    story.push(book.size);
  }
  return story;
}

test('fires what a check of every position would fire, in the same order', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 200, size: 'max' }), (actions) => {
      expect(play(createTriggerBook, actions, [])).toEqual(play(createNaiveTriggerBook, actions, []));
    }),
    { numRuns: 300 },
  );
});

test('agrees with it even if a firing position puts, removes or quotes', () => {
  const answers = fc.array(fc.option(action), { maxLength: 60, size: 'max' });
  fc.assert(
    fc.property(fc.array(action, { maxLength: 120, size: 'max' }), answers, (actions, answered) => {
      expect(play(createTriggerBook, actions, answered)).toEqual(play(createNaiveTriggerBook, actions, answered));
    }),
    { numRuns: 300 },
  );
});

test('agrees with it for hundreds of positions on one side of one symbol', () => {
  const level = fc.integer({ min: 1, max: 1000 });
  const facts = {
    accountId: 1,
    symbol: 'BTCUSD',
    direction: 'buy',
    openRate: 1,
    leverage: 1,
    protected: true,
  } as const;
  const manyIds = fc.integer({ min: 0, max: 300 }).map((number) => idNamed(`position ${number}`));
  const stopped: fc.Arbitrary<Action> = fc
    .record({ id: manyIds, stopLoss: level })
    .map((parts) => ({ do: 'put', position: { ...facts, ...parts, takeProfit: null } }));
  const removed: fc.Arbitrary<Action> = manyIds.map((id) => ({ do: 'remove', id }));
  const quoted = fc
    .integer({ min: 900, max: 1000 })
    .map((bid): Action => ({ do: 'take', symbolIndex: 0, bid, ask: bid }));
  const crowd = fc.array(stopped, { minLength: 200, maxLength: 400, size: 'max' });
  const after = fc.array(fc.oneof(stopped, removed, quoted), { maxLength: 200, size: 'max' });
  fc.assert(
    fc.property(crowd, after, (puts, actions) => {
      const all = [...puts, ...actions, { do: 'take', symbolIndex: 0, bid: 0, ask: 0 } as const];
      expect(play(createTriggerBook, all, [])).toEqual(play(createNaiveTriggerBook, all, []));
    }),
    { numRuns: 40 },
  );
});

test('no position outlives its level: a quote reaches none of those that remain after it', () => {
  fc.assert(
    fc.property(fc.array(put, { minLength: 1, maxLength: 100 }), rate, rate, (puts, bid, ask) => {
      const fired: string[] = [];
      const book = createTriggerBook({ symbols, onFired: (id) => void fired.push(id) });
      for (const action of puts) act(book, action);
      for (const index of symbols.keys()) book.accept(index, bid, ask);
      const before = fired.length;
      for (const index of symbols.keys()) book.accept(index, bid, ask);
      expect(fired.length).toBe(before);
      expect(new Set(fired).size).toBe(before);
    }),
  );
});
