import { randomUUID } from 'node:crypto';
import type { Socket } from 'socket.io-client';
import { io } from 'socket.io-client';
import type { Position, PriceMap } from '../../src/lib/contract/entities.ts';
import type { Acknowledgement, Envelope } from '../../src/lib/contract/envelope.ts';

/** A customer of a running server, over its real sockets. */
export interface RemoteCustomer {
  /** Null if the connection was lost before the acknowledgement. */
  ask: <Data>(event: string, payload: unknown) => Promise<Acknowledgement<Data> | null>;
  /** An order at the newest price. */
  order: (requestId: string) => object;
  price: (side: 'buy' | 'sell') => number;
  /** Resolves with the next price update. */
  nextPrices: () => Promise<PriceMap>;
  /** Resolves with the next message of this event. */
  next: <Data>(event: string) => Promise<Data>;
  leave: () => void;
}

/** Logs a customer in (the demo customer by default) and waits for the first price of BTCUSD. */
export async function enterAs(url: string, email = 'demo@example.com'): Promise<RemoteCustomer> {
  const response = await fetch(`${url}/api/accounts/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'demo1234' }),
  });
  const body = (await response.json()) as Envelope<{ access_token: string }>;
  if (body.status === 'error') throw new Error(`${email} could not log in: ${body.error.code}`);
  const options = { transports: ['websocket'], forceNew: true, reconnection: false };
  const customer = io(url, { ...options, query: { token: body.data.access_token } });
  const prices = io(`${url}/prices`, options);
  let bitcoin = await firstPrice(prices);
  prices.on('prices', (update: PriceMap) => (bitcoin = update.BTCUSD ?? bitcoin));
  const order = (requestId: string) => {
    const request = { symbol: 'BTCUSD', direction: 'buy', amount: 1, leverage: 3 };
    return { ...request, price: bitcoin.buy, request_id: requestId };
  };
  const lost = new Promise<null>((resolve) => void customer.once('disconnect', () => resolve(null)));
  return {
    ask: (event, payload) =>
      Promise.race([lost, customer.emitWithAck(event, payload) as Promise<Acknowledgement<never>>]),
    order,
    price: (side) => bitcoin[side],
    nextPrices: () => new Promise((resolve) => void prices.once('prices', resolve)),
    next: (event) => new Promise((resolve) => void customer.once(event, resolve)),
    leave: () => [customer, prices].forEach((socket) => void socket.close()),
  };
}

/** Waits for the first price of BTCUSD: no position can be opened before it. */
export function firstPrice(prices: Socket): Promise<{ buy: number; sell: number }> {
  return new Promise((resolve) => {
    const receive = (update: PriceMap) => {
      const { BTCUSD } = update;
      if (!BTCUSD || BTCUSD.buy === 0) return;
      prices.off('prices', receive);
      resolve(BTCUSD);
    };
    prices.on('prices', receive);
  });
}

/** What a stream of orders sent, and which of it the server acknowledged. */
export interface OrderStream {
  /** The id of every request to open a position. */
  sent: string[];
  /** Acknowledged orders: request id → position id. */
  opened: Map<string, string>;
  /** Positions whose close was acknowledged. */
  closed: Set<string>;
  /** Resolves when the server is gone and every loop has ended. */
  ended: Promise<void>;
}

/** Opens positions in several parallel loops and closes every fourth, until the server is gone. */
export function streamOrders(customer: RemoteCustomer, loops: number): OrderStream {
  const stream = { sent: [] as string[], opened: new Map<string, string>(), closed: new Set<string>() };

  async function openOne(): Promise<string | null> {
    const requestId = randomUUID();
    stream.sent.push(requestId);
    const answer = await customer.ask<Position>('openPosition', customer.order(requestId));
    if (answer === null) return null;
    if (answer.error) throw new Error(`An order was refused: ${answer.code}`);
    stream.opened.set(requestId, answer.data.id);
    return answer.data.id;
  }

  async function loop(): Promise<void> {
    for (let count = 1; ; count += 1) {
      const id = await openOne();
      if (id === null) return;
      if (count % 4 > 0) continue;
      const answer = await customer.ask('closePosition', { id, price: customer.price('sell') });
      if (answer && !answer.error) stream.closed.add(id);
    }
  }

  const ended = Promise.all(Array.from({ length: loops }, loop)).then(() => undefined);
  return { ...stream, ended };
}
