import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';
import type { AccountChanges } from './accounts/account-changes.ts';
import { createAccountChanges } from './accounts/account-changes.ts';
import { followAccountNews } from './accounts/news/account-news.ts';
import { registerAccountRoutes } from './accounts/account-routes.ts';
import { registerProfileRoutes } from './accounts/profile-routes.ts';
import { registerAffiliateRoutes } from './affiliates/affiliate-routes.ts';
import { createReferralCount } from './affiliates/attribution/count-referral.ts';
import type { Postbacks } from './affiliates/postbacks/open-postbacks.ts';
import { openPostbacks } from './affiliates/postbacks/open-postbacks.ts';
import { createRefusalNotes } from './audit/refusal-notes.ts';
import { registerAuthRoutes } from './auth/auth-routes.ts';
import { createHumanCheck } from './auth/human-check.ts';
import type { Sessions } from './sessions/sessions.ts';
import { createSessions } from './sessions/sessions.ts';
import type { Config } from './config.ts';
import { registerCockpitRoutes } from './cms/cockpit-routes.ts';
import { registerContentRoutes } from './cms/content-routes.ts';
import type { Database } from './db/database.ts';
import type { ServerLock } from './db/server-lock.ts';
import type { SealedDocuments } from './documents/sealed-documents.ts';
import { registerDocumentRoutes } from './documents/document-routes.ts';
import { openDocuments } from './documents/sealed-documents.ts';
import { registerEntryRoutes } from './entry/entry-routes.ts';
import { registerFormRoutes } from './forms/form-routes.ts';
import { findPublishedForms } from './forms/published-forms.ts';
import { createHttpServer } from './http/http-server.ts';
import { registerOpenApiRoutes } from './http/openapi-routes.ts';
import { watchMethods } from './http/other-methods.ts';
import type { Lifecycle } from './lifecycle.ts';
import { createLifecycle } from './lifecycle.ts';
import { chooseDriver } from './mail/choose-driver.ts';
import type { Mailer } from './mail/mailer.ts';
import { createMailer } from './mail/mailer.ts';
import { registerMarketRoutes } from './market/market-routes.ts';
import type { Market } from './market/market.ts';
import { followServerLock, openConfigured } from './open-database.ts';
import { openMetrics } from './open-metrics.ts';
import type { OpenMarketOptions } from './open-market.ts';
import { openMarket } from './open-market.ts';
import type { OpenedSite } from './open-site.ts';
import { openSite } from './open-site.ts';
import { createHousekeeping } from './operations/housekeeping.ts';
import { noteCalls, registerOperationRoutes } from './operations/operation-routes.ts';
import { openOperators } from './operator/open-operators.ts';
import type { FindPlace } from './places/find-place.ts';
import { openPlaces } from './places/find-place.ts';
import { registerPlaceRoutes } from './places/place-routes.ts';
import type { Payments } from './payments/open-payments.ts';
import { openPayments } from './payments/open-payments.ts';
import { registerPaymentRoutes } from './payments/payment-routes.ts';
import { registerWidgetRoutes } from './payments/widget-routes.ts';
import { registerPopupRoutes } from './popups/popup-routes.ts';
import type { BreachCheck } from './passwords/breached-passwords.ts';
import { createBreachCheck } from './passwords/breached-passwords.ts';
import type { IsKnown } from './passwords/known-passwords.ts';
import { openKnownPasswords } from './passwords/known-passwords.ts';
import { createPasswordRule } from './passwords/password-rule.ts';
import { connectRedis } from './redis.ts';
import { registerReferralRoutes } from './accounts/referral-routes.ts';
import { systemSchedule } from './schedule.ts';
import { loadMasterKey } from './secrets/master-key.ts';
import { createSecondFactorCheck } from './second-factor/check-second-factor.ts';
import { openSecondFactor } from './second-factor/open-second-factor.ts';
import { registerSecondFactorRoutes } from './second-factor/second-factor-routes.ts';
import { openSockets } from './socket/open-sockets.ts';
import type { AutoTrading } from './strategies/auto-trading.ts';
import { createAutoTrading } from './strategies/auto-trading.ts';
import { createMovingAverageCrossover } from './strategies/moving-average-crossover.ts';
import { createAttemptLimiter } from './throttle/attempt-limiter.ts';
import { createLimiter } from './throttle/limiter.ts';
import { changeLimits, passwordLimits } from './throttle/limits.ts';
import type { OrderDesk } from './trading/order-desk.ts';
import { createOrderDesk } from './trading/order-desk.ts';
import { registerTradingRoutes } from './trading/trading-routes.ts';
import { registerStatementRoutes } from './statements/statement-routes.ts';
import { registerTransactionRoutes } from './payments/transactions/transaction-routes.ts';
import { createTriggerEngine } from './triggers/trigger-engine.ts';

export interface AppOptions extends Omit<OpenMarketOptions, 'database'> {
  config: Config;
  /** Tests bring their own; otherwise the one that the configuration names. */
  database?: Database;
  /** By which the server has that database. */
  serverLock?: ServerLock;
  /** The built site, or the promise of it; without it the pages are somebody else's: the dev server's. */
  distDir?: string | Promise<string>;
}

/** The whole server, wired. */
export interface App extends Pick<Lifecycle, 'listen' | 'close'> {
  server: Server;
  database: Database;
  sessions: Sessions;
  market: Market;
  orderDesk: OrderDesk;
  autoTrading: Pick<AutoTrading, 'look'>;
  payments: Pick<Payments, 'work' | 'providers' | 'moneyMoved'>;
  postbacks: Pick<Postbacks, 'work'>;
}

/** Wires every part of the server and makes it ready to listen. Throws when a part cannot start. */
export async function createApp(options: AppOptions): Promise<App> {
  const serverLock = options.serverLock ?? null;
  const database = options.database ?? (await openConfigured({ ...options, serverLock }));
  try {
    return await createAppOn(database, options);
  } catch (fault) {
    await database.close();
    throw fault;
  }
}

async function createAppOn(database: Database, options: AppOptions): Promise<App> {
  const { config, runtime, logger } = options;
  const { trustProxy, redisUrl, sessionIdleMs, tradingLimits: limits } = config;
  const findPlace = await openPlaces({ geoipFile: config.geoipFile, logger });
  const isKnown = await openKnownPasswords(config.knownPasswordsFile);
  const opening = openMarket({ ...options, database });
  const keyed = opening.then(() => loadMasterKey({ config, database, runtime, logger }));
  const [market, content, masterKey] = await Promise.all([opening, openSite(options, opening), keyed]);
  await options.serverLock?.enter(database, new Date(runtime.now()));
  const { site } = content;
  const sessions = createSessions({ database, runtime, idleMs: sessionIdleMs });
  const orderDesk = createOrderDesk({ database, market, runtime, limits, logger });
  const triggers = createTriggerEngine({ database, quotes: market.quotes, orderDesk, logger });
  const accountChanges = createAccountChanges();
  const moneyMoves = createAccountChanges();
  const newsParts = { database, accountChanges, moneyMoves, sessions, runtime, logger };
  const accountNews = followAccountNews({ ...newsParts, schedule: systemSchedule });
  const strategy = createMovingAverageCrossover(config.autoTrading);
  const autoTradingParts = { strategy, database, market, orderDesk, accountChanges, runtime, limits, logger };
  const autoTrading = createAutoTrading(autoTradingParts);
  const http = createHttpServer({ logger, runtime, trustProxy, site, siteOrigins: config.siteOrigins });
  const socketParts = { database, market, orderDesk, sessions, accountChanges, moneyMoves, runtime, logger };
  const sockets = openSockets(http.server, { ...socketParts, config });
  const redis = redisUrl === null ? null : connectRedis(redisUrl, logger);
  const paymentParts = { config, database, masterKey, runtime, logger, schedule: systemSchedule };
  const payments = await openPayments({ ...paymentParts, market, moneyMoved: moneyMoves.changed });
  const postbacks = openPostbacks(paymentParts);
  const trading = { market, orderDesk, triggers, autoTrading };
  const mailParts = { database, driver: chooseDriver(config), from: config.mail.from, runtime, logger };
  const mailer = createMailer({ ...mailParts, schedule: systemSchedule });
  const documents = openDocuments({ config, masterKey, runtime });
  const houseParts = { config, database, mailer, documents, runtime, logger };
  const housekeeping = createHousekeeping({ ...houseParts, schedule: systemSchedule });
  const operators = openOperators({ ...options, database, market, orderDesk, triggers, accountNews });
  const web = { http, sockets, accountNews, content, mailer, payments, postbacks, housekeeping, operators };
  const lifecycle = createLifecycle({ config, logger, database, ...trading, ...web, sessions, redis });

  const breaches = createBreachCheck({ url: config.breachedPasswordsUrl, logger });
  const sources = { database, market, runtime, orderDesk, triggers, content, breaches, sockets };
  const metrics = openMetrics(sources);
  const refuseOtherMethods = watchMethods(http);
  noteCalls(http, metrics);
  registerOperationRoutes(http, {
    database,
    metrics,
    metricsToken: config.metricsToken,
    isStopping: lifecycle.isStopping,
  });
  registerOpenApiRoutes(http);
  const callParts = { config, runtime, logger, redis, masterKey, database, sessions, market, content, payments };
  const senders = { mailer, postbacks };
  await registerEveryCall(http, { ...callParts, accountChanges, ...senders, documents, findPlace, isKnown, breaches });
  refuseOtherMethods();
  await http.ready();
  // Before the first quote: it fires what prices passed while no server watched.
  await triggers.start();
  followServerLock({ database, logger, serverLock: options.serverLock ?? null, triggers, sockets });
  await market.start();
  autoTrading.start();
  mailer.start();
  await accountNews.start();
  await payments.start();
  postbacks.start();
  housekeeping.start();
  await operators.start();
  const workers = { orderDesk, autoTrading, payments, postbacks };
  return { server: http.server, database, sessions, market, ...workers, ...lifecycle };
}

interface CallParts extends Pick<AppOptions, 'config' | 'runtime' | 'logger'> {
  database: Database;
  redis: Redis | null;
  masterKey: Buffer;
  sessions: Sessions;
  market: Market;
  content: OpenedSite;
  accountChanges: AccountChanges;
  payments: Payments;
  postbacks: Postbacks;
  mailer: Mailer;
  documents: SealedDocuments;
  findPlace: FindPlace;
  isKnown: IsKnown;
  breaches: BreachCheck;
}

/** Puts every call of the contract on the server. */
async function registerEveryCall(http: FastifyInstance, parts: CallParts): Promise<void> {
  const { config, runtime, logger, redis, masterKey, database, sessions, market, content, accountChanges, mailer } =
    parts;
  const { webhookSecret, previewSecret } = config.content;
  registerContentRoutes(http, { ...content, webhookSecret, previewSecret, now: runtime.now });
  const { switches } = config;
  registerCockpitRoutes(http, { content: content.keeper.content, switches, redis });
  const isHuman = createHumanCheck({ config: config.recaptcha, logger });
  const refusals = createRefusalNotes({ database, runtime, logger });
  const attempts = createAttemptLimiter(redis);
  const factor = openSecondFactor({ masterKey, runtime });
  const checkSecondFactor = createSecondFactorCheck(factor);
  const { findPlace, isKnown, breaches, payments } = parts;
  const passwordRule = createPasswordRule({ isKnown, breaches, siteUrl: config.siteUrl });
  const onFirstEntry = createReferralCount({ runtime, hidesAccounts: config.hideAccountExistence });
  const door = { database, sessions, runtime, isHuman, checkSecondFactor, findPlace, refusals, onFirstEntry };
  registerAuthRoutes(http, { ...door, attempts });
  registerEntryRoutes(http, { ...door, mailer, redis, config, passwordRule, logger });
  const passwordLimiter = createLimiter(redis, passwordLimits);
  const changeLimiter = createLimiter(redis, changeLimits);
  const limits = { passwordLimiter, changeLimiter, refusals };
  const ownParts = { database, sessions, accountChanges, mailer, config, ...limits, runtime };
  registerSecondFactorRoutes(http, { ...factor, ...ownParts });
  registerAccountRoutes(http, ownParts);
  registerProfileRoutes(http, { ...ownParts, passwordRule });
  registerAffiliateRoutes(http, { ...door, ...ownParts, attempts, passwordRule, redis, postbacks: parts.postbacks });
  registerPlaceRoutes(http, { sessions, findPlace });
  registerPopupRoutes(http, { database, sessions, runtime });
  await registerDocumentRoutes(http, { ...parts, refusals });
  registerReferralRoutes(http, { database, sessions });
  registerTransactionRoutes(http, { database, runtime, sessions, payments });
  registerStatementRoutes(http, { ...ownParts, masterKey, content: content.keeper.content });
  const payingParts = { database, sessions, payments, checkSecondFactor, config, changeLimiter, refusals };
  await registerPaymentRoutes(http, { ...payingParts, runtime, logger });
  registerWidgetRoutes(http, { providers: payments.providers, config });
  registerMarketRoutes(http, { database, market, sessions });
  registerTradingRoutes(http, { database, market, sessions });
  const published = findPublishedForms(content.keeper.content, switches);
  const forms = { database, sessions, mailer, redis, config, isHuman, published, runtime, logger };
  await registerFormRoutes(http, { ...forms, pages: content.formPages });
}
