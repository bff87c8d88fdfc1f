import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import type { QuoteBook } from '../../../src/server/market/quote-book.ts';
import { createQuoteBook } from '../../../src/server/market/quote-book.ts';
import type { Schedule } from '../../../src/server/schedule.ts';
import { attachPriceSocket, eventText, pricesSince } from '../../../src/server/socket/price-socket.ts';
import { closeSocketServer, createSocketServer } from '../../../src/server/socket/socket-server.ts';
import type { ReadersOrder } from './frame-readers.ts';

/**
 * A server that sends price updates to the readers of price-frames.bench.ts. Every symbol moves right before every
 * update.
 */
export interface FrameSender extends Pick<ReadersOrder, 'port' | 'path'> {
  stop: () => void;
}

export const symbolCount = 44;
const frameMs = 100;

/** Bid and ask of CLOCK are the time of its quote, so that readers can compute the latency. */
function createMovingBook(): { book: QuoteBook; move: () => void } {
  const names = ['CLOCK', ...Array.from({ length: symbolCount - 1 }, (_, index) => `MADE${index}USD`)];
  const book = createQuoteBook({ symbols: names });
  let step = 0;
  const move = () => {
    step++;
    const now = performance.timeOrigin + performance.now();
    book.accept('CLOCK', now, now, now, performance.now());
    for (let index = 1; index < names.length; index++) {
      const bid = 1000 + index + (step % 100) / 100;
      book.accept(names[index] ?? '', bid, bid + 0.25, now, performance.now());
    }
  };
  move();
  return { book, move };
}

async function listen(server: Server): Promise<number> {
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1024 });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/**
 * The product's price socket. Its timer moves the market first, so that the age of an update is the socket's share
 * alone.
 */
export async function startPriceSocket(): Promise<FrameSender> {
  const { book, move } = createMovingBook();
  const server = createServer();
  const io = createSocketServer(server);
  const schedule: Schedule = (run, intervalMs) => {
    const timer = setInterval(() => {
      move();
      run();
    }, intervalMs);
    return () => clearInterval(timer);
  };
  const priceSocket = attachPriceSocket(io, { quotes: book }, { schedule });
  const port = await listen(server);
  const stop = () => {
    priceSocket.close();
    closeSocketServer(io);
    server.close();
  };
  return { port, path: '/socket.io/?EIO=4&transport=websocket', stop };
}

/** The minimal implementation: the same text, sent to every client of a `ws` server. */
export async function startBareBroadcast(): Promise<FrameSender> {
  const { book, move } = createMovingBook();
  const server = createServer();
  const broadcast = new WebSocketServer({ server, perMessageDeflate: false });
  let revision = book.revision;
  const timer = setInterval(() => {
    move();
    const text = Buffer.from(eventText({ namespace: '/prices', name: 'prices', data: pricesSince(book, revision) }));
    revision = book.revision;
    for (const client of broadcast.clients) client.send(text, { binary: false });
  }, frameMs);
  const port = await listen(server);
  const stop = () => {
    clearInterval(timer);
    for (const client of broadcast.clients) client.terminate();
    server.close();
  };
  return { port, path: '/', stop };
}
