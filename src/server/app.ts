import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { registerAccountRoutes } from './accounts/account-routes.ts';
import { createAttemptLimiter } from './auth/attempt-limiter.ts';
import { registerAuthRoutes } from './auth/auth-routes.ts';
import type { Sessions } from './auth/sessions.ts';
import { createSessions } from './auth/sessions.ts';
import type { Config } from './config.ts';
import { createConfiguredFeed } from './configured-feed.ts';
import type { Database } from './db/database.ts';
import { openDatabase } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { createHttpServer } from './http/http-server.ts';
import { listen, stopListening } from './http/listening.ts';
import { watchMethods } from './http/other-methods.ts';
import { loadAssets } from './market/assets-rows.ts';
import type { Feed } from './market/feed.ts';
import { registerMarketRoutes } from './market/market-routes.ts';
import type { Market } from './market/market.ts';
import { createMarket } from './market/market.ts';
import type { Runtime } from './runtime.ts';
import type { SeedOptions } from './seed/seed.ts';
import { seed } from './seed/seed.ts';
import { loadSite } from './site/site.ts';
import { closeSocketServer, createSocketServer } from './socket/socket-server.ts';
import type { OrderDesk } from './trading/order-desk.ts';
import { createOrderDesk } from './trading/order-desk.ts';
import { registerTradingRoutes } from './trading/trading-routes.ts';

export interface AppOptions {
  config: Config;
  runtime: Runtime;
  logger: Logger;
  /** Tests bring their own; otherwise the ones that the configuration names. */
  database?: Database;
  feed?: Feed;
  /** The built site; without it the pages are somebody else's: the dev server's. */
  distDir?: string;
  /** How much history the first start makes. */
  candleHistory?: SeedOptions['candleHistory'];
}

/** The whole server, wired. */
export interface App {
  server: Server;
  http: FastifyInstance;
  database: Database;
  sessions: Sessions;
  market: Market;
  orderDesk: OrderDesk;
  /** Opens the port; resolves with the address it answers at. */
  listen: () => Promise<{ url: string }>;
  /** Stops accepting, finishes what is under way, closes what was opened. Safe to repeat. */
  close: () => Promise<void>;
}

/** Requests and orders under way get this long when the server stops. */
const patienceMs = 5_000;

/** Wires every part of the server and makes it ready to listen. Throws when a part cannot start. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, runtime, logger } = options;
  const database = options.database ?? (await openConfigured(config));
  const market = await openMarket(options, database);
  const sessions = createSessions({ database, runtime, idleMs: config.sessionIdleMs });
  const orderDesk = createOrderDesk({ database, market, runtime, limits: config.tradingLimits, logger });
  const { trustProxy } = config;
  const site = options.distDir === undefined ? null : await loadSite({ distDir: options.distDir, trustProxy });
  const http = createHttpServer({ logger, runtime, trustProxy, site });
  const io = createSocketServer(http.server);

  const refuseOtherMethods = watchMethods(http);
  registerAuthRoutes(http, { database, sessions, attempts: createAttemptLimiter(null) });
  registerAccountRoutes(http, { database, sessions });
  registerMarketRoutes(http, { market, sessions });
  registerTradingRoutes(http, { database, market, sessions });
  refuseOtherMethods();
  await http.ready();
  await market.start();

  async function shutDown(): Promise<void> {
    const stopped = stopListening(http.server, { patienceMs });
    await orderDesk.drain();
    closeSocketServer(io);
    await stopped;
    await http.close();
    await market.stop();
    await database.close();
  }

  let closing: Promise<void> | undefined;
  const close = () => (closing ??= shutDown());
  return {
    server: http.server,
    http,
    database,
    sessions,
    market,
    orderDesk,
    listen: () => listen(http.server, config),
    close,
  };
}

function openConfigured({ databaseUrl, dataDir, databasePoolSize }: Config): Promise<Database> {
  return openDatabase({ databaseUrl, dataDir, poolSize: databasePoolSize });
}

/** Brings schema and seed up to date, then opens the market on them. */
async function openMarket(options: AppOptions, database: Database): Promise<Market> {
  const { config, runtime, logger, candleHistory = 'full' } = options;
  await migrate(database);
  const feed = options.feed ?? (await createConfiguredFeed({ feed: config.feed, database, runtime }));
  const openingRates = await feed.openingRates();
  await seed(database, { runtime, openingRates, feedName: feed.name, demoData: config.demoData, candleHistory });
  return createMarket({ database, feed, assets: await loadAssets(database), runtime, logger });
}
