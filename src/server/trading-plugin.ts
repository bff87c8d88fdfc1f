import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { TradingLimits } from '../lib/trading/limits.ts';
import type { AccountChanges } from './accounts/account-changes.ts';
import type { Database } from './db/database.ts';
import { registerMarketRoutes } from './market/market-routes.ts';
import type { Market } from './market/market.ts';
import type { Runtime } from './runtime.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { AutoTrading } from './strategies/auto-trading.ts';
import { createAutoTrading } from './strategies/auto-trading.ts';
import type { CrossoverOptions } from './strategies/moving-average-crossover.ts';
import { createMovingAverageCrossover } from './strategies/moving-average-crossover.ts';
import type { OrderDesk } from './trading/order-desk.ts';
import { createOrderDesk } from './trading/order-desk.ts';
import { registerTradingRoutes } from './trading/trading-routes.ts';
import type { TriggerEngine } from './triggers/trigger-engine.ts';
import { createTriggerEngine } from './triggers/trigger-engine.ts';

export interface TradingParts {
  config: { tradingLimits: TradingLimits; autoTrading: CrossoverOptions };
  database: Database;
  market: Market;
  sessions: Sessions;
  accountChanges: AccountChanges;
  runtime: Runtime;
  logger: Logger;
}

/** The order desk, the trigger engine and auto trading. None of them is started yet. */
export interface Trading {
  orderDesk: OrderDesk;
  triggers: TriggerEngine;
  autoTrading: AutoTrading;
}

/** Creates the parts of trading and registers the calls for the market and for the customer's trading history. */
export function openTrading(http: FastifyInstance, parts: TradingParts): Trading {
  const { config, database, market, sessions, accountChanges, runtime, logger } = parts;
  const limits = config.tradingLimits;
  const orderDesk = createOrderDesk({ database, market, runtime, limits, logger });
  const triggers = createTriggerEngine({ database, quotes: market.quotes, orderDesk, logger });
  const strategy = createMovingAverageCrossover(config.autoTrading);
  const strategyParts = { strategy, database, market, orderDesk, accountChanges, runtime, limits, logger };
  const autoTrading = createAutoTrading(strategyParts);
  registerMarketRoutes(http, { database, market, sessions });
  registerTradingRoutes(http, { database, market, sessions });
  return { orderDesk, triggers, autoTrading };
}
