import { createTurns } from '../../throttle/turns.ts';
import type { DeskCommand } from '../desk-command.ts';

/** The commands that wait for a run of the order desk. */
export interface Arrivals<Waiting extends { command: DeskCommand }> {
  readonly size: number;
  push: (waiting: Waiting) => void;
  /**
   * Removes and returns the commands of the next run. Apart from triggers, commands of one account keep their order.
   */
  nextRun: () => Waiting[];
  /** Removes and returns all commands of an account. */
  removeAll: (accountId: number) => Waiting[];
  /** The number of waiting commands of an account, without its triggers. */
  countOf: (accountId: number) => number;
}

export const largestRun = 256;
/** Slots of a run that are reserved for other commands: a jump that closes 100,000 positions must not stop trading. */
const slotsBesideTriggers = 64;
/** The most commands of one account in a run, triggers apart. Keeps runs short for the next caller. */
const mostOfAccount = 32;

/**
 * Creates the queue of a desk. Triggers go first, then the requests of customers, strategies and operators, both
 * round-robin by account. A trigger may overtake other commands of its account, because due triggers are decided before
 * them anyway.
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
    nextRun() {
      const first = triggers.take(largestRun - Math.min(slotsBesideTriggers, others.size));
      return [...first, ...others.take(largestRun - first.length, mostOfAccount)];
    },
    removeAll: (accountId) => [...triggers.removeAll(accountId), ...others.removeAll(accountId)],
    countOf: (accountId) => others.sizeOf(accountId),
  };
}
