import { randomUUID } from 'node:crypto';
import { defaultTradingLimits } from '../../src/lib/trading/limits.ts';
import type { Database } from '../../src/server/db/database.ts';
import type { QuoteBook } from '../../src/server/market/quote-book.ts';
import { createQuoteBook } from '../../src/server/market/quote-book.ts';
import type { OpenOrder } from '../../src/server/trading/desk-command.ts';
import type { OrderDesk } from '../../src/server/trading/order-desk.ts';
import { createOrderDesk } from '../../src/server/trading/order-desk.ts';
import type { PositionRow } from '../../src/server/trading/position-rows.ts';
import { positionColumns } from '../../src/server/trading/position-rows.ts';
import type { TradingMarket } from '../../src/server/trading/trading-market.ts';
import type { TriggerEngine } from '../../src/server/triggers/trigger-engine.ts';
import { createTriggerEngine } from '../../src/server/triggers/trigger-engine.ts';
import type { TradingFloor, TradingFloorOptions } from './trading-floor.ts';
import { clocksOf, floorRule, openTradingFloor, orderOf } from './trading-floor.ts';

/** The real quote book, order desk and trigger engine over one database, as in a server. */
export interface TriggerFloor extends Pick<TradingFloor, 'database' | 'clock' | 'faults' | 'openAccount'> {
  desk: OrderDesk;
  engine: TriggerEngine;
  book: QuoteBook;
  market: TradingMarket;
  /** Quotes a symbol one millisecond after the last quote; the quote book decides whether to accept it. */
  quote: (symbol: string, bid: number, ask: number) => void;
  /** Opens a position and expects it to be filled. */
  open: (accountId: number, order?: Partial<OpenOrder>) => Promise<PositionRow>;
  positionOf: (id: string) => Promise<PositionRow>;
  /** Resolves when nothing is under way and every trigger has been decided on. */
  settle: () => Promise<void>;
  /** Stops the desk and the engine, as if the process had ended, and starts new ones on the same database. */
  restart: () => Promise<void>;
  close: () => Promise<void>;
}

export interface TriggerFloorOptions extends TradingFloorOptions {
  /** Wraps the database that the desk and the engine use; by default they use it directly. */
  seen?: (database: Database) => Database;
}

export async function openTriggerFloor(options: TriggerFloorOptions = {}): Promise<TriggerFloor> {
  const base = await openTradingFloor(options);
  const { limits = defaultTradingLimits, seen = (database: Database) => database } = options;
  const database = seen(base.database);
  const write = (fault: unknown) => void base.faults.push(fault);
  const logger = { warn: write, error: write };
  const runtime = { ...clocksOf(base.clock), newId: randomUUID, randomBytes: () => Buffer.alloc(32) };

  async function start() {
    const book = createQuoteBook({ symbols: [...base.market.assets.keys()] });
    const market: TradingMarket = { assets: base.market.assets, quotes: book, feed: { name: 'by hand' } };
    const desk = createOrderDesk({ database, market, runtime, limits, autoRuleVersion: floorRule, logger });
    const engine = createTriggerEngine({ database, quotes: book, orderDesk: desk, logger });
    await engine.start();
    return { book, market, desk, engine };
  }

  async function end(): Promise<void> {
    floor.engine.stop();
    await floor.desk.stop();
  }

  const floor: TriggerFloor = {
    ...{ database: base.database, clock: base.clock, faults: base.faults, openAccount: base.openAccount },
    ...(await start()),
    quote: (symbol, bid, ask) => floor.book.accept(symbol, bid, ask, ++base.clock.now, base.clock.now),
    async open(accountId, order) {
      const result = await floor.desk.open(accountId, orderOf(order));
      if (!result.ok) throw new Error(`The order was refused: ${JSON.stringify(result.problem)}`);
      return result.position;
    },
    async positionOf(id) {
      const text = `select ${positionColumns} from positions p where p.id = $1`;
      const [row] = (await base.database.query<PositionRow>(text, [id])).rows;
      if (!row) throw new Error(`There is no position ${id}`);
      return row;
    },
    async settle() {
      do {
        await floor.desk.drain();
        await new Promise((resolve) => setImmediate(resolve));
      } while (floor.engine.stats.undecided > 0);
    },
    async restart() {
      await end();
      Object.assign(floor, await start());
    },
    async close() {
      await end();
      await base.close();
    },
  };
  return floor;
}
