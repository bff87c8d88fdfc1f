import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import type { QuoteBook } from '../../src/server/market/quote-book.ts';
import { createQuoteBook } from '../../src/server/market/quote-book.ts';
import { eventText, pricesSince } from '../../src/server/socket/price-frame.ts';
import { attachPriceSocket } from '../../src/server/socket/price-socket.ts';
import { closeSocketServer, createSocketServer } from '../../src/server/socket/socket-server.ts';
import type { Measurement } from './measurement.ts';
import type { ReadersMessage, ReadersOrder } from './peers/frame-readers.ts';

const sockets = 1000;
const symbols = 44;
const frameMs = 100;
const warmUpMs = 2_000;
const measuredMs = 5_000;
const rounds = 3;

/** Every symbol moves before every frame; the bid and ask of CLOCK are the time, so that readers can tell a frame's age. */
function createMovingBook(): { book: QuoteBook; move: () => void } {
  const names = ['CLOCK', ...Array.from({ length: symbols - 1 }, (_, index) => `MADE${index}USD`)];
  const book = createQuoteBook({ symbols: names });
  let step = 0;
  const move = () => {
    step++;
    const now = performance.timeOrigin + performance.now();
    book.take('CLOCK', now, now, now);
    for (let index = 1; index < names.length; index++) {
      const bid = 1000 + index + (step % 100) / 100;
      book.take(names[index] ?? '', bid, bid + 0.25, now);
    }
  };
  move();
  return { book, move };
}

interface Sender {
  server: Server;
  url: string;
  protocol: ReadersOrder['protocol'];
  stop: () => void;
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** The product's price socket, its timer moved the market first so that a frame's age is the socket's alone. */
async function startProduct(): Promise<Sender> {
  const { book, move } = createMovingBook();
  const server = createServer();
  const io = createSocketServer(server);
  const priceSocket = attachPriceSocket(io, { quotes: book }, (run, intervalMs) => {
    const timer = setInterval(() => {
      move();
      run();
    }, intervalMs);
    return () => clearInterval(timer);
  });
  const port = await listen(server);
  const stop = () => {
    priceSocket.close();
    closeSocketServer(io);
    server.close();
  };
  return { server, protocol: 'socket.io', url: `ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, stop };
}

/** The least that does the job: the same text, sent to every client of a `ws` server. */
async function startBare(): Promise<Sender> {
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
  return { server, protocol: 'bare', url: `ws://127.0.0.1:${port}`, stop };
}

async function answer<Kind extends ReadersMessage['kind']>(child: ChildProcess, kind: Kind) {
  const [message] = (await once(child, 'message')) as [ReadersMessage];
  if (message.kind !== kind) throw new Error(`Readers said ${message.kind}, expected ${kind}`);
  return message as Extract<ReadersMessage, { kind: Kind }>;
}

const pass = (ms: number) => new Promise((passed) => setTimeout(passed, ms));

interface Figures {
  cpuMicroseconds: number;
  p50Ms: number;
  p99Ms: number;
  perSecond: number;
}

async function measureSender(start: () => Promise<Sender>): Promise<Figures> {
  const sender = await start();
  const readers = fork(new URL('./peers/frame-readers.ts', import.meta.url), { execArgv: [] });
  const order: ReadersOrder = { url: sender.url, protocol: sender.protocol, sockets };
  readers.send(order);
  await answer(readers, 'connected');
  await pass(warmUpMs);
  readers.send('read');
  const before = process.cpuUsage();
  await pass(measuredMs);
  const { user, system } = process.cpuUsage(before);
  readers.send('stop');
  const { messages, p50Ms, p99Ms } = await answer(readers, 'read');
  readers.send('leave');
  await once(readers, 'exit');
  sender.stop();
  return { cpuMicroseconds: (user + system) / messages, p50Ms, p99Ms, perSecond: (messages / measuredMs) * 1000 };
}

/** Of each figure the one in the middle of the rounds. */
function medians(all: Figures[]): Figures {
  const middle = (figure: keyof Figures) =>
    all.map((round) => round[figure]).sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;
  return {
    cpuMicroseconds: middle('cpuMicroseconds'),
    p50Ms: middle('p50Ms'),
    p99Ms: middle('p99Ms'),
    perSecond: middle('perSecond'),
  };
}

/** Price frames to a thousand readers, ten a second each, beside a bare broadcast of the same text. */
export async function measure(): Promise<Measurement[]> {
  const rivals = { bare: [] as Figures[], product: [] as Figures[] };
  // Turn by turn, so that what else the machine does meets both.
  for (let round = 0; round < rounds; round++) {
    rivals.bare.push(await measureSender(startBare));
    rivals.product.push(await measureSender(startProduct));
  }
  const [bare, product] = [medians(rivals.bare), medians(rivals.product)];
  const name = 'bare ws broadcast';
  const conditions = `${sockets} sockets, ${symbols} symbols`;
  return [
    {
      figure: 'price frames: server CPU a message',
      value: product.cpuMicroseconds,
      unit: 'µs',
      baseline: { name, value: bare.cpuMicroseconds },
      note: `${conditions}, ${Math.round(product.perSecond)} messages/s (bare ${Math.round(bare.perSecond)})`,
    },
    {
      figure: 'price frames: p99 age on arrival',
      value: product.p99Ms,
      unit: 'ms',
      baseline: { name, value: bare.p99Ms },
      note: `p50 ${product.p50Ms.toFixed(1)} ms (bare ${bare.p50Ms.toFixed(1)} ms)`,
    },
  ];
}
