import type { PriceMap } from '../../lib/contract/entities.ts';
import type { QuoteBook } from '../market/quote-book.ts';

/** The prices that changed after a revision of the book. */
export function pricesSince(quotes: QuoteBook, revision: number): PriceMap {
  const prices: PriceMap = {};
  quotes.changedSince(revision, (symbol, bid, ask) => {
    prices[symbol] = { buy: ask, sell: bid };
  });
  return prices;
}

/** Prices older than this are sent with their age, because a new reader cannot know it. */
const youngMs = 1_000;

/** All prices; a symbol without a quote has zeros and the age null. `nowMs` is by the elapsed clock. */
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

/** An event of a namespace as Engine.IO and Socket.IO encode it in one text: message (4), event (2). */
export function eventText(event: { namespace: string; name: string; data: unknown }): string {
  return `42${event.namespace},${JSON.stringify([event.name, event.data])}`;
}

const final = 0x80;
const opcodes = { text: 0x1, ping: 0x9 } as const;

/** A complete WebSocket message as a server sends it (RFC 6455): final, not masked, not compressed. */
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
