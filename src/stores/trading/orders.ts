import { atom } from 'nanostores';
import { closePosition, openPosition, updatePosition } from '../../lib/contract/endpoints.ts';
import type { Direction, Position } from '../../lib/contract/entities.ts';
import type { Acknowledgement } from '../../lib/contract/envelope.ts';
import type { Problem } from '../../lib/contract/problem.ts';
import type { CustomerConnection } from '../connection.ts';

/** A position that a trader wants to open. `price` is the rate on the button when it was pressed. */
export interface Order {
  symbol: string;
  direction: Direction;
  /** In major units. */
  amount: number;
  leverage: number;
  price: number;
  /** Rates at which it closes by itself; null or undefined: none. */
  stop_lost?: number | null;
  take_profit?: number | null;
}

/** The levels of a position to change: null removes one, undefined leaves it unchanged. */
export type LevelChange = Pick<Order, 'stop_lost' | 'take_profit'>;

/**
 * How an order ended. `unanswered`: the server did not answer in time, so the order may have been carried out or not;
 * the list of positions will show it.
 */
export type OrderOutcome =
  { kind: 'done'; position: Position } | { kind: 'refused'; problem: Problem } | { kind: 'unanswered' };

export interface OrderParts {
  connection: Pick<CustomerConnection, 'ask' | 'whenLive'>;
  newId: () => string;
  /** Applies the position in an acknowledgement, before the push that follows it. */
  apply: (position: Position) => void;
  /** Unix milliseconds. */
  now: () => number;
  /** How long an order is retried while the connection is down, in milliseconds. */
  patienceMs: number;
}

export interface Orders {
  /**
   * Opens a position once, however often the connection breaks: every attempt carries the same `request_id`. If the
   * outcome stays unknown, the next order with the same terms reuses that id: if the first one was carried out, the
   * result is its position.
   */
  open: (order: Order) => Promise<OrderOutcome>;
  /** Closes a position at the server's quote; `price` is the closing rate that the trader saw. */
  close: (position: Position, price: number) => Promise<OrderOutcome>;
  /**
   * Sets or removes levels. Repeated after a lost connection, which is harmless, unless a newer change of the same
   * level was requested in the meantime: a repeat would undo that change.
   */
  update: (position: Position, change: LevelChange) => Promise<OrderOutcome>;
}

/** Sends orders; null while there is no customer. */
export const $orders = atom<Orders | null>(null);

export function createOrders({ connection, newId, apply, now, patienceMs }: OrderParts): Orders {
  /** The `request_id` of orders with an unknown outcome, by their terms. */
  const unclear = new Map<string, string>();
  /** The last requested change, by position and level. */
  const newest = new Map<string, LevelChange>();

  async function attempt(
    send: () => Promise<Acknowledgement<Position> | null>,
    isWanted = () => true,
  ): Promise<OrderOutcome & Attempts> {
    const deadline = now() + patienceMs;
    for (let attempts = 1; ; attempts += 1) {
      if (!(await connection.whenLive(deadline - now())) || !isWanted()) return { kind: 'unanswered', attempts };
      const answer = await send();
      if (answer && !answer.error) apply(answer.data);
      if (answer) return { ...outcomeOf(answer), attempts };
      if (now() >= deadline) return { kind: 'unanswered', attempts };
    }
  }

  return {
    open: async (order) => {
      const { price: _, ...wanted } = order;
      const terms = JSON.stringify(wanted);
      const requestId = unclear.get(terms) ?? newId();
      unclear.delete(terms);
      const outcome = await attempt(() => connection.ask(openPosition, { ...order, request_id: requestId }));
      if (isUnclear(outcome)) unclear.set(terms, requestId);
      return outcome;
    },
    close: async (position, price) => {
      const outcome = await attempt(() => connection.ask(closePosition, { id: position.id, price }));
      // If a second attempt finds the position closed, the first one closed it, and only its answer was lost.
      const isOwnClose =
        outcome.kind === 'refused' && outcome.problem.code === 'POSITION_CLOSED' && outcome.attempts > 1;
      return isOwnClose ? { kind: 'unanswered' } : outcome;
    },
    update: ({ id }, change) => {
      const levels = Object.keys(change).map((level) => id + level);
      for (const level of levels) newest.set(level, change);
      return attempt(
        () => connection.ask(updatePosition, { id, ...change }),
        () => levels.every((level) => newest.get(level) === change),
      );
    },
  };
}

/** `UNAVAILABLE` is unclear too: if the database fails during a commit, nobody knows whether it took effect. */
function isUnclear(outcome: OrderOutcome): boolean {
  return outcome.kind === 'unanswered' || (outcome.kind === 'refused' && outcome.problem.code === 'UNAVAILABLE');
}

interface Attempts {
  attempts: number;
}

function outcomeOf(answer: Acknowledgement<Position>): OrderOutcome {
  if (!answer.error) return { kind: 'done', position: answer.data };
  return { kind: 'refused', problem: { code: answer.code, ...(answer.fields && { fields: answer.fields }) } };
}
