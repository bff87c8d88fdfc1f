import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { closingRate } from '../../lib/trading/quote.ts';
import { triggeredReason } from '../../lib/trading/levels.ts';
import type { Quote } from '../../lib/trading/quote.ts';
import type { Database } from '../db/database.ts';
import type { QuoteBook, QuoteListener } from '../market/quote-book.ts';
import type { TriggerOrder } from '../trading/desk-command.ts';
import type { OrderDesk } from '../trading/order-desk.ts';
import type { PositionWatch } from '../trading/position-watch.ts';
import { createTriggerBooks } from './trigger-book.ts';
import { visitOpenPositions } from './trigger-rows.ts';

export interface TriggerEngineParts {
  database: Pick<Database, 'transaction'>;
  quotes: Pick<QuoteBook, 'symbols' | 'get' | 'onQuote'>;
  orderDesk: Pick<OrderDesk, 'trigger' | 'watchBy'>;
  logger: Pick<Logger, 'error'>;
}

/**
 * Checks every quote against every open position, and has the order desk close the positions that the quote reaches.
 */
export interface TriggerEngine {
  /** Numbers of watched positions, of triggers fired since the start, and of undecided triggers. */
  readonly stats: { readonly watched: number; readonly fired: number; readonly undecided: number };
  /** Must be notified of positions that anything other than the order desk changes, while their account is locked. */
  readonly watch: PositionWatch;
  /**
   * Loads all open positions and begins to check quotes. Must run before the first quote, because the first quote of
   * each symbol fires the levels that prices passed while the server was down.
   */
  start: () => Promise<void>;
  /**
   * Loads all open positions again, because others may have changed them while the database was unavailable. Call it
   * while the desk commits nothing.
   */
  reload: (database: Pick<Database, 'transaction'>) => Promise<void>;
  /** Stops firing. Undecided triggers are left to the next start. */
  stop: () => void;
}

export function createTriggerEngine(parts: TriggerEngineParts): TriggerEngine {
  const { database, quotes, orderDesk } = parts;
  const pursuit = createPursuit(parts);
  let fired = 0;

  /** Runs in the same turn of the event loop as the quote, so the newest quote is the one that reached the position. */
  function fire(id: string, accountId: number, symbol: string): void {
    const quote = quotes.get(symbol);
    if (!quote) return;
    fired += 1;
    pursuit.follow(accountId, { id, quote });
  }

  const books = createTriggerBooks({
    symbols: quotes.symbols,
    onFired: (id, accountId, symbolIndex) => fire(id, accountId, quotes.symbols[symbolIndex] ?? ''),
  });

  const settledQuote = (symbol: string) => settled(quotes.get(symbol));
  const unsure = createUnsure(pursuit, settledQuote);
  const accept: QuoteListener = (symbolIndex, bid, ask) => {
    books.accept(symbolIndex, bid, ask);
    unsure.settle(quotes.symbols[symbolIndex] ?? '');
  };

  const watch: PositionWatch = {
    decided: books.put,
    committed: books.confirm,
    verified(position) {
      const quote = settledQuote(position.symbol);
      const isReached = quote && triggeredReason(position, closingRate(position.direction, quote)) !== null;
      books.put(position, null);
      books.confirm(position);
      if (!isReached) return;
      books.remove(position.id);
      fire(position.id, position.accountId, position.symbol);
    },
    gone: books.remove,
    unsure: unsure.accept,
    // A position that a quote has reached is not in the books, but it is watched until the desk has decided.
    isWatched: (accountId, id) => books.accountOf(id) === accountId || pursuit.isUnderWay(id),
  };

  const load = (from: Pick<Database, 'transaction'>) =>
    visitOpenPositions(from, (position) => books.put(position, null));
  const stops: (() => void)[] = [pursuit.stop];
  return {
    watch,
    stats: {
      get watched() {
        return books.size();
      },
      get fired() {
        return fired;
      },
      get undecided() {
        return pursuit.size();
      },
    },
    async start() {
      await load(database);
      stops.push(orderDesk.watchBy(watch), quotes.onQuote(accept));
    },
    reload: load,
    stop: () => stops.forEach((stop) => stop()),
  };
}

/**
 * Returns undefined while the asset is halted, because its newest quote is not a valid price. The next valid quote is
 * checked against every position anyway.
 */
function settled(quote: Quote | undefined): Quote | undefined {
  return quote?.isHalted ? undefined : quote;
}

/**
 * Handles positions whose state is unknown: sends a trigger, which makes the desk read the row of the position. If
 * there is no valid quote, waits for the next one.
 */
function createUnsure(
  pursuit: ReturnType<typeof createPursuit>,
  settledQuote: (symbol: string) => Quote | undefined,
): { accept: PositionWatch['unsure']; settle: (symbol: string) => void } {
  /** The waiting positions by symbol: a map from position id to account id. */
  const waiting = new Map<string, Map<string, number>>();

  function pursue(id: string, accountId: number, quote: Quote): void {
    if (!pursuit.isUnderWay(id)) pursuit.follow(accountId, { id, quote });
  }

  return {
    accept({ id, accountId, symbol }) {
      const quote = settledQuote(symbol);
      if (quote) pursue(id, accountId, quote);
      else waiting.set(symbol, (waiting.get(symbol) ?? new Map<string, number>()).set(id, accountId));
    },
    settle(symbol) {
      const unsurePositions = waiting.get(symbol);
      const quote = unsurePositions && settledQuote(symbol);
      if (!quote) return;
      waiting.delete(symbol);
      for (const [id, accountId] of unsurePositions) pursue(id, accountId, quote);
    },
  };
}

/** The wait before a trigger that was not decided is sent again. It doubles each time, up to `longestWaitMs`. */
const firstWaitMs = 100;
const longestWaitMs = 2_000;

/** Sends triggers to the desk until they are decided. */
function createPursuit({ orderDesk, logger }: Pick<TriggerEngineParts, 'orderDesk' | 'logger'>) {
  const stopping = new AbortController();
  /** The number of undecided triggers of each position. */
  const underWay = new Map<string, number>();
  let failing = 0;

  async function isDecided(accountId: number, order: TriggerOrder): Promise<boolean> {
    const result = await orderDesk.trigger(accountId, order);
    return result.ok || result.problem.code !== 'UNAVAILABLE';
  }

  /** Thousands of triggers fail together, so only the first failure is logged. */
  function report(fault: unknown): false {
    if (failing === 0) logger.error({ err: fault }, 'triggers could not be decided; retrying until they are');
    return false;
  }

  async function pursue(accountId: number, order: TriggerOrder): Promise<void> {
    let hasFailed = false;
    for (let waitMs = firstWaitMs; !stopping.signal.aborted; waitMs = Math.min(2 * waitMs, longestWaitMs)) {
      if (await isDecided(accountId, order).catch(report)) break;
      if (!hasFailed) failing += 1;
      hasFailed = true;
      await pause(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    if (hasFailed) failing -= 1;
  }

  function leave(id: string): void {
    const others = (underWay.get(id) ?? 1) - 1;
    if (others > 0) underWay.set(id, others);
    else underWay.delete(id);
  }

  return {
    size: () => underWay.size,
    isUnderWay: (id: string) => underWay.has(id),
    follow(accountId: number, order: TriggerOrder): void {
      const { id } = order;
      underWay.set(id, (underWay.get(id) ?? 0) + 1);
      void pursue(accountId, order).finally(() => leave(id));
    },
    stop: () => stopping.abort(),
  };
}
