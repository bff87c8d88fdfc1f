import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Position } from '../../../src/lib/contract/entities.ts';
import type { RemoteCustomer } from '../../support/order-stream.ts';

/** What the server told a customer who trades continuously, without knowledge of how the server works. */
export interface TradingLoad {
  /** Orders by request id: the position's id, or null if the order was refused or had no answer. */
  orders: Map<string, string | null>;
  /** Positions whose close was acknowledged, or that were found closed. */
  closed: Set<string>;
  /** The number of answers since the last call, by code; `done`: carried out, `lost`: no answer. */
  collectCounts: () => Record<string, number>;
  stop: () => Promise<void>;
}

/** Pause between two acts of a loop: eight loops then stay below an account's limit of acts in ten seconds. */
const pauseMs = 90;

/** Opens positions in several parallel loops and closes most of them, whatever happens. */
export function trade(customer: RemoteCustomer, loops: number): TradingLoad {
  const orders = new Map<string, string | null>();
  const closed = new Set<string>();
  let counts: Record<string, number> = {};
  let isOver = false;

  async function ask<Data>(event: string, payload: unknown): Promise<Data | string> {
    const answer = await customer.ask<Data>(event, payload);
    const outcome = answer === null ? 'lost' : answer.error ? answer.code : 'done';
    counts[outcome] = (counts[outcome] ?? 0) + 1;
    await delay(pauseMs);
    return answer && !answer.error ? answer.data : outcome;
  }

  async function loop(): Promise<void> {
    const open: string[] = [];
    while (!isOver) {
      const requestId = randomUUID();
      orders.set(requestId, null);
      const opened = await ask<Position>('openPosition', customer.order(requestId));
      if (typeof opened === 'string') continue;
      orders.set(requestId, opened.id);
      open.push(opened.id);
      const id = open.length > 2 ? open[0] : undefined;
      if (id === undefined) continue;
      const said = await ask<Position>('closePosition', { id, price: customer.price('sell') });
      if (typeof said !== 'string' || said === 'POSITION_CLOSED') closed.add(open.shift() ?? '');
    }
  }

  const ended = Promise.all(Array.from({ length: loops }, loop));
  return {
    ...{ orders, closed },
    collectCounts() {
      const taken = counts;
      counts = {};
      return taken;
    },
    async stop() {
      isOver = true;
      await ended;
    },
  };
}

/**
 * Sends every acknowledged order again: each must be found, and closed positions must be closed. Returns their number.
 */
export async function expectNothingLost(customer: RemoteCustomer, { orders, closed }: TradingLoad): Promise<number> {
  const acknowledged = [...orders].filter(([, id]) => id !== null);
  for (const [requestId, id] of acknowledged) {
    const answer = await customer.ask<Position>('openPosition', customer.order(requestId));
    if (!answer || answer.error) throw new Error(`A repeat was refused: ${answer?.code ?? 'no answer'}`);
    expect(answer.data.id).toBe(id);
    if (closed.has(answer.data.id)) expect(answer.data.closingReason).toBe(0);
  }
  return acknowledged.length;
}
