import type { Balance, PositionLists } from '../../../src/lib/contract/entities.ts';
import type { CustomerConnection } from '../../../src/stores/connection.ts';

type FollowedConnection = Pick<CustomerConnection, 'ask' | 'whenLive' | 'onLive' | 'onPositions' | 'onBalance'>;

/** A live connection that a test answers and pushes on by hand. */
export function createHandConnection() {
  const asked: { event: string; answer: (data: unknown) => void }[] = [];
  const listeners = new Map<string, (data: never) => void>();
  const listen = (event: string) => (listener: (data: never) => void) => {
    listeners.set(event, listener);
    return () => listeners.delete(event);
  };
  const connection: FollowedConnection = {
    ask: ({ event }) =>
      new Promise((resolve) => {
        asked.push({ event, answer: (data) => resolve(data === null ? null : { error: false, data: data as never }) });
      }),
    whenLive: () => Promise.resolve(true),
    onLive: listen('live'),
    onPositions: listen('positions'),
    onBalance: listen('balance'),
  };
  const tell = (event: string, data?: unknown) => listeners.get(event)?.(data as never);
  return {
    connection: connection as CustomerConnection,
    /** Unanswered requests, oldest first. */
    asked,
    connect: () => tell('live'),
    pushPositions: (lists: PositionLists) => tell('positions', lists),
    pushBalance: (balance: Balance) => tell('balance', balance),
  };
}
