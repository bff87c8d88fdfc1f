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
import { createAutoRule } from './strategies/auto-rule.ts';
import { registerAutoTradingRoutes } from './strategies/auto-trading-routes.ts';
import { createAutoTrading } from './strategies/auto-trading.ts';
import type { CrossoverOptions } from './strategies/moving-average-crossover.ts';
import { createMovingAverageCrossover } from './strategies/moving-average-crossover.ts';
import type { OrderDesk } from './trading/order-desk.ts';
import { createOrderDesk } from './trading/order-desk.ts';
import { registerTradingRoutes } from './trading/trading-routes.ts';
import type { TriggerEngine } from './triggers/trigger-engine.ts';
import { createTriggerEngine } from './triggers/trigger-engine.ts';

export interface TradingParts {
  config: { tradingLimits: TradingLimits; autoTrading: CrossoverOptions; siteUrl: string };
  database: Database;
  market: Market;
  sessions: Sessions;
  accountChanges: AccountChanges;
  /** The unread notices of an account changed. */
  noticed: AccountChanges['changed'];
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
  const rule = createAutoRule(config.autoTrading, limits.auto);
  const autoRuleVersion = rule.version;
  const orderDesk = createOrderDesk({ database, market, runtime, limits, autoRuleVersion, logger });
  const triggers = createTriggerEngine({ database, quotes: market.quotes, orderDesk, logger });
  const strategy = createMovingAverageCrossover(config.autoTrading);
  const { siteUrl } = config;
  const strategyParts = { strategy, autoRuleVersion, database, market, orderDesk, accountChanges, siteUrl };
  const autoTrading = createAutoTrading({ ...strategyParts, noticed: parts.noticed, runtime, limits, logger });
  registerMarketRoutes(http, { database, market, sessions });
  registerTradingRoutes(http, { database, market, sessions, runtime });
  registerAutoTradingRoutes(http, { database, market, sessions, limits, runtime, rule });
  return { orderDesk, triggers, autoTrading };
}
