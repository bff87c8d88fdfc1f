import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTurns } from '../../../src/server/throttle/turns.ts';

function filled(...items: string[]) {
  const turns = createTurns<string, string>();
  for (const item of items) turns.push(item[0] ?? '', item);
  return turns;
}

test('owners take turns, each with its oldest item', () => {
  const turns = filled('a1', 'a2', 'a3', 'b1', 'c1', 'c2');
  expect(turns.take(4)).toEqual(['a1', 'b1', 'c1', 'a2']);
  turns.push('d', 'd1');
  expect([turns.shift(), turns.shift(), turns.shift(), turns.shift()]).toEqual(['c2', 'a3', 'd1', undefined]);
  expect(turns.size).toBe(0);
});

test('one owner gets no more than its limit, and the rest later', () => {
  const turns = filled('a1', 'a2', 'a3', 'a4', 'b1');
  expect(turns.take(10, 2)).toEqual(['a1', 'b1', 'a2']);
  expect(turns.take(10, 2)).toEqual(['a3', 'a4']);
});

test('all items of an owner can be removed, and its next one starts behind the others', () => {
  const turns = filled('a1', 'b1', 'a2', 'c1');
  expect(turns.removeAll('a')).toEqual(['a1', 'a2']);
  expect([turns.size, turns.sizeOf('a'), turns.sizeOf('b')]).toEqual([2, 0, 1]);
  turns.push('a', 'a3');
  expect(turns.take(9)).toEqual(['b1', 'c1', 'a3']);
  expect(turns.removeAll('a')).toEqual([]);
});

test('the first item of an owner can be removed out of turn', () => {
  const turns = filled('a1', 'b1', 'b2');
  expect([turns.shiftOf('b'), turns.shiftOf('b'), turns.shiftOf('b')]).toEqual(['b1', 'b2', undefined]);
  expect(turns.take(9)).toEqual(['a1']);
});

test('the last item of the owner with the most makes room for one with few', () => {
  const turns = filled('a1', 'a2', 'a3', 'b1');
  expect([turns.dropFor('c'), turns.dropFor('b'), turns.dropFor('a')]).toEqual(['a3', undefined, undefined]);
  expect(turns.take(9)).toEqual(['a1', 'b1', 'a2']);
});

test('nothing is lost or given twice, and an owner’s items keep their order, whatever is done', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('push' as const), key: fc.integer({ min: 0, max: 4 }) }),
    fc.record({ kind: fc.constant('take' as const), key: fc.integer({ min: 0, max: 6 }) }),
    fc.record({ kind: fc.constant('remove' as const), key: fc.integer({ min: 0, max: 4 }) }),
    fc.record({ kind: fc.constant('first' as const), key: fc.integer({ min: 0, max: 4 }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const turns = createTurns<number, { key: number; number: number }>();
      const left = new Map<number, number[]>();
      const expectFirst = ({ key, number }: { key: number; number: number }) =>
        expect(left.get(key)?.shift()).toBe(number);
      for (const [number, { kind, key }] of steps.entries()) {
        if (kind === 'push') {
          turns.push(key, { key, number });
          left.set(key, [...(left.get(key) ?? []), number]);
        } else if (kind === 'take') turns.take(key, 2).forEach(expectFirst);
        else if (kind === 'remove') turns.removeAll(key).forEach(expectFirst);
        else [turns.shiftOf(key)].filter((item) => item !== undefined).forEach(expectFirst);
        expect(turns.size).toBe([...left.values()].flat().length);
      }
      turns.take(1_000).forEach(expectFirst);
      expect([...left.values()].flat()).toEqual([]);
    }),
  );
});
