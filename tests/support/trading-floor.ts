import { randomUUID } from 'node:crypto';
import type { Quote } from '../../src/lib/trading/quote.ts';
import type { TradingLimits } from '../../src/lib/trading/limits.ts';
import { defaultTradingLimits } from '../../src/lib/trading/limits.ts';
import { noteFirstDeposit } from '../../src/server/affiliates/attribution/note-first-deposit.ts';
import { writeAudit } from '../../src/server/audit/audit-log.ts';
import type { Database, Queries } from '../../src/server/db/database.ts';
import type { AssetRow } from '../../src/server/market/assets-rows.ts';
import { loadAssets } from '../../src/server/market/assets-rows.ts';
import { noFunds } from '../../src/server/ledger/rules/customer-funds.ts';
import { postEntries } from '../../src/server/ledger/ledger-writer.ts';
import { postTransaction } from '../../src/server/ledger/posting-rules.ts';
import { insertStep, insertTransaction } from '../../src/server/payments/money-rows.ts';
import type { OpenOrder } from '../../src/server/trading/desk-command.ts';
import type { OrderDesk } from '../../src/server/trading/order-desk.ts';
import { createOrderDesk } from '../../src/server/trading/order-desk.ts';
import type { TradingMarket } from '../../src/server/trading/trading-market.ts';
import type { Runtime } from '../../src/server/runtime.ts';
import { quoteOf } from './quote-of.ts';
import { openTestDatabase } from './test-database.ts';

/** A market that does not move until a test moves it: BTCUSD 60,000 / 60,010 and EURUSD 1.08 / 1.0801. */
export interface StillMarket extends TradingMarket {
  assets: Map<string, AssetRow>;
  quote: (symbol: string, bid: number, ask: number, timeMs?: number) => void;
}

export interface TradingFloor {
  database: Database;
  market: StillMarket;
  desk: OrderDesk;
  /** The faults that the desk logged. */
  faults: unknown[];
  /** Unix milliseconds; tests move it. */
  clock: { now: number };
  openAccount: (options?: NewAccount) => Promise<number>;
  close: () => Promise<void>;
}

export interface NewAccount {
  balanceMinor?: number;
  verified?: boolean;
  categoryIds?: number[];
  customLeverage?: Record<string, number[]>;
}

export interface TradingFloorOptions {
  limits?: TradingLimits;
  /** A database that is migrated and empty; by default a fresh test database. */
  database?: Database;
}

/** The version of the rule of auto trading here; every customer has agreed to it. */
export const floorRule = 'floor-1';

const noon = Date.UTC(2026, 10, 20, 12);

/**
 * A database with two assets, an order desk over a market that stands still, and accounts that a test opens as needed.
 */
export async function openTradingFloor(options: TradingFloorOptions = {}): Promise<TradingFloor> {
  const { limits = defaultTradingLimits } = options;
  const database = options.database ?? (await openTestDatabase({ poolSize: 6 }));
  await insertAssets(database);
  const clock = { now: noon };
  const faults: unknown[] = [];
  const market = await createStillMarket(database, clock);
  const runtime = { ...clocksOf(clock), newId: randomUUID, randomBytes: () => Buffer.alloc(32) };
  const write = (fault: unknown) => void faults.push(fault);
  const desk = createOrderDesk({
    database,
    market,
    runtime,
    limits,
    autoRuleVersion: floorRule,
    logger: { warn: write, error: write },
  });
  return {
    database,
    market,
    desk,
    faults,
    clock,
    openAccount: (options) => openAccount(database, options),
    async close() {
      await desk.drain();
      await database.close();
    },
  };
}

/** Both clocks of a runtime, which a test moves together. */
export function clocksOf(clock: { now: number }): Pick<Runtime, 'now' | 'elapsedMs'> {
  return { now: () => clock.now, elapsedMs: () => clock.now };
}

/** An order that fills in this market; a test names only the fields it cares about. */
export function orderOf(parts: Partial<OpenOrder> = {}): OpenOrder {
  const order = { symbol: 'BTCUSD', direction: 'buy', amountMinor: 10_000, leverage: 5, price: 60_010 } as const;
  return { ...order, takeProfit: null, stopLoss: null, requestId: null, ...parts };
}

async function insertAssets(database: Database): Promise<void> {
  await database.query(`insert into asset_categories (id, name, leverages)
    values (1, 'forex', '{1,3,5,10,15,20,30}'), (3, 'crypto', '{1,3,5,10}')`);
  await database.query(`insert into assets
      (symbol, name, code, category_id, list_order, reference_rate, daily_volatility, quoted_spread, digits)
    values ('BTCUSD', 'Bitcoin', 'BTCUSD', 3, 1, 60000, 0.03, 0.0002, 2), ('EURUSD', 'Euro', 'EURUSD', 1, 2, 1.08, 0.005, 0.0001, 5)`);
}

async function createStillMarket(database: Database, clock: { now: number }): Promise<StillMarket> {
  const assets = new Map((await loadAssets(database)).map((asset) => [asset.symbol, asset]));
  const quotes = new Map<string, Quote>();
  const quote: StillMarket['quote'] = (symbol, bid, ask, timeMs = clock.now) => {
    const sequence = (quotes.get(symbol)?.sequence ?? 0) + 1;
    quotes.set(symbol, quoteOf({ bid, ask, timeMs, sequence }));
  };
  quote('BTCUSD', 60_000, 60_010);
  quote('EURUSD', 1.08, 1.0801);
  return { assets, quote, quotes: { get: (symbol) => quotes.get(symbol) }, feed: { name: 'still' } };
}

export async function openAccount(database: Database, options: NewAccount = {}): Promise<number> {
  const { balanceMinor = 100_000, verified = true, categoryIds = [1, 3], customLeverage = null } = options;
  const { rows } = await database.query<{ id: number }>(
    `insert into accounts (token, uniqid, email, password_hash, first_name, last_name, verified, category_ids, custom_leverage, auto_consented_to, auto_consented_at, created_at)
     values ($1::uuid, $1::text, $1::text, 'none', 'Ada', 'Trader', $2, $3, $4, $5, now(), now()) returning id`,
    [randomUUID(), verified, categoryIds, customLeverage, floorRule],
  );
  const accountId = rows[0]?.id ?? 0;
  if (balanceMinor > 0) await credit(database, accountId, balanceMinor);
  return accountId;
}

function credit(database: Database, accountId: number, amountMinor: number): Promise<void> {
  const at = new Date(noon);
  const known = { accountId, typeId: 11, amountMinor } as const;
  return database.transaction(async (connection) => {
    const transactionId = await insertApproved(connection, { ...known, at });
    const fact = { ...known, id: randomUUID(), recordedAt: at, transactionId, party: 'manual' };
    await postEntries(connection, [postTransaction(noFunds, fact).entry]);
  });
}

/**
 * Inserts a transaction that an operator made, with everything that belongs to it except the ledger entry, which the
 * caller posts. Returns its id.
 */
export async function insertApproved(
  queries: Queries,
  { accountId, typeId, amountMinor, at }: { accountId: number; typeId: number; amountMinor: number; at: Date },
): Promise<string> {
  const id = randomUUID();
  const row = { id, accountId, typeId, status: 'approved', amountMinor, createdAt: at } as const;
  await insertTransaction(queries, { ...row, comments: null, requestId: null });
  const byOperator = 'floor';
  for (const step of ['requested', 'approved'] as const)
    await insertStep(queries, { transactionId: id, step, at, byOperator });
  const entry = {
    id: randomUUID(),
    at,
    event: 'transaction_by_hand',
    actor: `operator:${byOperator}`,
    accountId,
  } as const;
  await writeAudit(queries, { ...entry, details: { transaction: id, type: typeId, amount_minor: amountMinor } });
  const runtime = { now: () => at.getTime(), newId: randomUUID };
  await noteFirstDeposit(queries, runtime, { accountId, typeId, amountMinor, at });
  return id;
}
