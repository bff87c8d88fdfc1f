import { expect, test } from 'vitest';
import type { DeskCommand } from '../../../src/server/trading/desk-command.ts';
import { createArrivals } from '../../../src/server/trading/desk/arrivals.ts';
import { quoteOf } from '../../support/quote-of.ts';

const quote = quoteOf({ bid: 1, ask: 1 });
const trigger = (accountId: number, id: string): { command: DeskCommand } => ({
  command: { kind: 'trigger', accountId, order: { id, quote } },
});
const close = (accountId: number, id: string): { command: DeskCommand } => ({
  command: { kind: 'close', accountId, order: { id, price: 1 } },
});

function namesOf(run: { command: DeskCommand }[]): string[] {
  return run.map(({ command }) => ('id' in command.order ? command.order.id : ''));
}

test('a batch has triggers first, then one command of each account in turn', () => {
  const arrivals = createArrivals();
  [close(1, 'a1'), close(1, 'a2'), close(2, 'b1'), trigger(1, 't1')].forEach(arrivals.push);
  expect(namesOf(arrivals.nextRun())).toEqual(['t1', 'a1', 'b1', 'a2']);
  expect(arrivals.size).toBe(0);
});

test('a batch has at most 32 commands of one account', () => {
  const arrivals = createArrivals();
  for (let number = 0; number < 100; number += 1) arrivals.push(close(1, `a${number}`));
  expect([arrivals.nextRun().length, arrivals.nextRun().length, arrivals.countOf(1)]).toEqual([32, 32, 36]);
});

test('however many triggers wait, a batch has 64 slots for traders', () => {
  const arrivals = createArrivals();
  for (let number = 0; number < 1_000; number += 1) arrivals.push(trigger(number, `t${number}`));
  expect(arrivals.nextRun()).toHaveLength(256);
  for (let number = 0; number < 100; number += 1) arrivals.push(close(number, `c${number}`));
  const run = namesOf(arrivals.nextRun());
  expect([run.length, run.filter((name) => name.startsWith('c')).length]).toEqual([256, 64]);
});

test('all commands of an account can be removed, its triggers first', () => {
  const arrivals = createArrivals();
  [close(1, 'a1'), trigger(1, 't1'), close(2, 'b1')].forEach(arrivals.push);
  expect(namesOf(arrivals.removeAll(1))).toEqual(['t1', 'a1']);
  expect(namesOf(arrivals.nextRun())).toEqual(['b1']);
});
