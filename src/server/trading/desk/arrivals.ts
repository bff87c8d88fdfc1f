import { createTurns } from '../../throttle/turns.ts';
import type { DeskCommand } from '../desk-command.ts';

/** What waits for a run of the order desk. */
export interface Arrivals<Waiting extends { command: DeskCommand }> {
  readonly size: number;
  push: (waiting: Waiting) => void;
  /** Takes the commands of the next run, each account's in the order in which they came. */
  takeRun: () => Waiting[];
  /** Takes out all of an account. */
  removeAll: (accountId: number) => Waiting[];
  /** How many of an account wait, without its triggers. */
  countOf: (accountId: number) => number;
}

export const largestRun = 256;
/** Places of a run that triggers never fill: a jump that closes a hundred thousand positions must not stop trading. */
const placesBesideTriggers = 64;
/** Of a run, for one account: whoever comes next waits for a short run, not for all that another one has asked for. */
const mostOfAccount = 32;

/**
 * Triggers go first, then what people, strategies and operators want, both in turn by account. An account's trigger may
 * overtake its other commands: a due trigger is decided before any of them anyway.
 */
export function createArrivals<Waiting extends { command: DeskCommand }>(): Arrivals<Waiting> {
  const triggers = createTurns<number, Waiting>();
  const others = createTurns<number, Waiting>();
  return {
    get size() {
      return triggers.size + others.size;
    },
    push(waiting) {
      const { kind, accountId } = waiting.command;
      (kind === 'trigger' ? triggers : others).push(accountId, waiting);
    },
    takeRun() {
      const first = triggers.take(largestRun - Math.min(placesBesideTriggers, others.size));
      return [...first, ...others.take(largestRun - first.length, mostOfAccount)];
    },
    removeAll: (accountId) => [...triggers.removeAll(accountId), ...others.removeAll(accountId)],
    countOf: (accountId) => others.sizeOf(accountId),
  };
}
