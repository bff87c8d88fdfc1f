import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import type { Socket as ClientSocket } from 'socket.io-client';
import { io as connect } from 'socket.io-client';
import { expect } from 'vitest';
import type { PriceMap } from '../../src/lib/contract/entities.ts';
import type { QuoteBook } from '../../src/server/market/quote-book.ts';
import { createQuoteBook } from '../../src/server/market/quote-book.ts';
import type { Schedule } from '../../src/server/schedule.ts';
import type { PriceSocket } from '../../src/server/socket/price-socket.ts';
import { attachPriceSocket } from '../../src/server/socket/price-socket.ts';
import type { ManualClock } from './manual-clock.ts';
import { createManualClock } from './manual-clock.ts';

/** The price socket over a quote book that a test fills, with a timer that the test advances. */
export interface PriceFloor {
  io: Server;
  port: number;
  prices: PriceSocket;
  clock: ManualClock;
  /** Quotes a symbol; the ask is the bid plus one. */
  quote: (symbol: string, bid: number) => void;
  /** Advances the shared timer by one turn. */
  turn: () => void;
  read: (transports?: string[]) => Promise<PriceClient>;
  close: () => Promise<void>;
}

export interface PriceClient {
  client: ClientSocket;
  /** Every price update so far, oldest first. */
  frames: PriceMap[];
  /** Waits until this many price updates have arrived in all. */
  got: (count: number) => Promise<void>;
}

/** `schedule` replaces the manual clock; `costMs` is how long a turn with something to send takes. */
export async function openPriceFloor(
  symbols: readonly string[],
  schedule?: Schedule,
  costMs: () => number = () => 0,
): Promise<PriceFloor> {
  const server = createServer();
  const io = new Server(server);
  const clock = createManualClock();
  const quotes = createQuoteBook({ symbols });
  let spentMs = 0;
  const costly: QuoteBook = {
    ...quotes,
    get revision() {
      return quotes.revision;
    },
    changedSince(...asked) {
      spentMs += costMs();
      quotes.changedSince(...asked);
    },
  };
  const elapsedMs = () => clock.now() + spentMs;
  const prices = attachPriceSocket(io, { quotes: costly }, { schedule: schedule ?? clock.schedule, elapsedMs });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const clients: ClientSocket[] = [];
  return {
    ...{ io, port, prices, clock },
    quote: (symbol, bid) => quotes.accept(symbol, bid, bid + 1, clock.now(), clock.now()),
    turn: () => clock.advance(100),
    read: (transports = ['websocket']) => openClient(port, transports, clients),
    async close() {
      for (const client of clients) client.close();
      prices.close();
      await io.close();
    },
  };
}

/** Connects a client, and resolves when it has received the snapshot. */
async function openClient(port: number, transports: string[], opened: ClientSocket[]): Promise<PriceClient> {
  const options = { transports, forceNew: true, reconnection: false };
  const client = connect(`http://127.0.0.1:${port}/prices`, options);
  opened.push(client);
  const frames: PriceMap[] = [];
  client.on('prices', (frame: PriceMap) => frames.push(frame));
  const got = (count: number) => expect.poll(() => frames.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(count);
  await got(1);
  return { client, frames, got };
}

/** The prices that a reader shows after these price updates. */
export function merged(frames: readonly PriceMap[]): PriceMap {
  return Object.assign({}, ...frames) as PriceMap;
}
