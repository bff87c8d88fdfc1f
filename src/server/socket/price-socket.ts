import type { Server, Socket } from 'socket.io';
import type { PriceMap } from '../../lib/contract/entities.ts';
import type { Market } from '../market/market.ts';
import type { QuoteBook } from '../market/quote-book.ts';
import { systemRuntime } from '../runtime.ts';
import type { Schedule } from '../schedule.ts';
import { systemSchedule } from '../schedule.ts';
import { answerUnknown } from './emit-answers.ts';
import type { UpdateBytes, PriceReader, PriceTurn } from './price-reader.ts';
import { createPriceReader } from './price-reader.ts';

/** Counts of the price socket since the process started. */
export interface PriceSocketStats {
  /** Sockets that are connected now. */
  readonly readers: number;
  /** Turns in which at least one update was sent. */
  readonly turns: number;
  /** Updates that were sent, counted for each reader. */
  readonly frames: number;
  /** Updates skipped because a reader was too slow. */
  readonly skipped: number;
}

export interface PriceSocket {
  readonly stats: PriceSocketStats;
  /** Stops sending; the Socket.IO server closes the sockets. */
  close: () => void;
}

export interface PriceSocketTimes {
  schedule?: Schedule;
  /** The clock by which the age of quotes is measured. */
  elapsedMs?: () => number;
}

export const priceNamespace = '/prices';
const turnMs = 100;
/** If the machine sleeps during a turn, the turn seems to take hours; prices must not pause for that long. */
const longestRestMs = 1_000;

/**
 * Sends every socket of `/prices` all prices at first, then only changes, in at most ten updates a second. All sockets
 * share one timer and one WebSocket frame, which is built once and written to each raw connection.
 */
export function attachPriceSocket(
  io: Server,
  market: Pick<Market, 'quotes'>,
  { schedule = systemSchedule, elapsedMs = systemRuntime.elapsedMs }: PriceSocketTimes = {},
): PriceSocket {
  const { quotes } = market;
  const namespace = io.of(priceNamespace);
  const readers = new Map<string, PriceReader>();
  const stats = { readers: 0, turns: 0, frames: 0, skipped: 0 };
  const nextTurn = createTurns(market, elapsedMs);
  let welcomed = 0;

  function welcome(socket: Socket): void {
    readers.set(socket.id, createPriceReader(socket, { revision: quotes.revision, index: welcomed++ }));
    stats.readers = readers.size;
    socket.emit('prices', allPrices(quotes, elapsedMs()));
    answerUnknown(socket);
    socket.once('disconnect', () => {
      readers.get(socket.id)?.close();
      readers.delete(socket.id);
      stats.readers = readers.size;
    });
  }

  let restsUntilMs = -Infinity;
  function takeTurn(): void {
    const startedAtMs = elapsedMs();
    if (startedAtMs < restsUntilMs) return;
    const turn = nextTurn();
    const before = stats.frames;
    for (const reader of readers.values()) {
      const delivery = reader.deliver(turn);
      if (delivery === 'sent') stats.frames++;
      else if (delivery === 'skipped') stats.skipped++;
    }
    if (stats.frames > before) stats.turns++;
    // Leaves half of the time to trading and to new connections, however many readers there are. New connections need
    // it, because the kernel hands over only one in each round of the event loop.
    const endedAtMs = elapsedMs();
    const tookMs = endedAtMs - startedAtMs;
    restsUntilMs = tookMs > turnMs / 2 ? endedAtMs + Math.min(tookMs, longestRestMs) : -Infinity;
  }

  namespace.on('connection', welcome);
  const halt = schedule(takeTurn, turnMs);
  return {
    stats,
    close() {
      halt();
      namespace.off('connection', welcome);
    },
  };
}

/** Returns a function that creates the next turn, which starts from the revision at which the previous turn ended. */
function createTurns({ quotes }: Pick<Market, 'quotes'>, elapsedMs: () => number): () => PriceTurn {
  let number = 0;
  let lastRevision = quotes.revision;

  return () => {
    const turn = ++number;
    const [since, revision] = [lastRevision, quotes.revision];
    lastRevision = revision;
    const encode = (prices: PriceMap) => encodeUpdate(prices, turn);
    const changes = once(() => encode(pricesSince(quotes, since)));
    return {
      number: turn,
      revision,
      changesSince(after) {
        if (after === revision) return null;
        // Nearly all readers have the previous turn's revision. A reader that joined since then already has some of the
        // changes.
        return after === since ? changes() : encode(pricesSince(quotes, after));
      },
      everything: once(() => encode(allPrices(quotes, elapsedMs()))),
      pricesSince: (after) => pricesSince(quotes, after),
    };
  };
}

function encodeUpdate(prices: PriceMap, turn: number): UpdateBytes {
  const frame = webSocketFrame(
    'text',
    Buffer.from(eventText({ namespace: priceNamespace, name: 'prices', data: prices })),
  );
  const frameAndPing = once(() => {
    const content = Buffer.alloc(4);
    content.writeUInt32BE(turn);
    return Buffer.concat([frame, webSocketFrame('ping', content)]);
  });
  return { frame, frameAndPing };
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** The prices that changed after a revision of the book. */
export function pricesSince(quotes: QuoteBook, revision: number): PriceMap {
  const prices: PriceMap = {};
  quotes.changedSince(revision, (symbol, bid, ask) => {
    prices[symbol] = { buy: ask, sell: bid };
  });
  return prices;
}

/** Prices at least this old are sent with their age, because a new reader cannot know it. */
const youngMs = 1_000;

/** Returns all prices. A symbol without a quote has zeros and the age null. `nowMs` is a time of the elapsed clock. */
export function allPrices(quotes: QuoteBook, nowMs: number): PriceMap {
  const prices = pricesSince(quotes, -1);
  for (const symbol of quotes.symbols) {
    const quote = quotes.get(symbol);
    const ageMs = quote ? nowMs - quote.arrivedMs : null;
    const price = prices[symbol];
    if (price && (ageMs === null || ageMs >= youngMs)) price.age_ms = ageMs;
  }
  return prices;
}

/** Encodes an event of a namespace for Engine.IO (4: message) and Socket.IO (2: event). */
export function eventText(event: { namespace: string; name: string; data: unknown }): string {
  return `42${event.namespace},${JSON.stringify([event.name, event.data])}`;
}

const final = 0x80;
const opcodes = { text: 0x1, ping: 0x9 } as const;

/** Encodes a complete WebSocket message as a server sends it (RFC 6455): in one frame, not masked, not compressed. */
export function webSocketFrame(kind: keyof typeof opcodes, content: Buffer): Buffer {
  return Buffer.concat([frameHeader(final | opcodes[kind], content.length), content]);
}

function frameHeader(first: number, length: number): Buffer {
  if (length < 126) return Buffer.of(first, length);
  if (length < 65_536) return Buffer.of(first, 126, length >> 8, length & 0xff);
  const header = Buffer.alloc(10);
  header[0] = first;
  header[1] = 127;
  header.writeBigUInt64BE(BigInt(length), 2);
  return header;
}
