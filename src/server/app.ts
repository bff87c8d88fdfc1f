import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';
import { demoCustomerEmail } from '../lib/demo-log-ins.ts';
import type { AccountChanges } from './accounts/account-changes.ts';
import { createAccountChanges } from './accounts/account-changes.ts';
import type { FirstSignInListener } from './accounts/note-sign-in.ts';
import { registerAccounts } from './accounts/accounts-plugin.ts';
import { followAccountNews } from './accounts/news/account-news.ts';
import { registerAffiliates } from './affiliates/affiliates-plugin.ts';
import { createReferralCount } from './affiliates/attribution/count-referral.ts';
import { noteFirstDeposit } from './affiliates/attribution/note-first-deposit.ts';
import type { Postbacks } from './affiliates/postbacks/open-postbacks.ts';
import { registerChartRoutes } from './charts/chart-routes.ts';
import { registerCockpitRoutes } from './cms/cockpit-routes.ts';
import { registerContentRoutes } from './cms/content-routes.ts';
import { createEditorNews } from './content/tell-editors.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { ServerLock } from './db/server-lock.ts';
import { registerDocumentRoutes } from './documents/document-routes.ts';
import type { SealedDocuments } from './documents/sealed-documents.ts';
import { openDocuments } from './documents/sealed-documents.ts';
import { openSignIn } from './sign-in/sign-in-plugin.ts';
import { registerFormRoutes } from './forms/form-routes.ts';
import { findPublishedForms } from './forms/published-forms.ts';
import { createCorrection } from './http/correct-reply.ts';
import { createHttpServer } from './http/http-server.ts';
import { registerOpenApiRoutes } from './http/openapi-routes.ts';
import { watchMethods } from './http/other-methods.ts';
import type { Lifecycle } from './lifecycle.ts';
import { createLifecycle } from './lifecycle.ts';
import { chooseDriver } from './mail/choose-driver.ts';
import type { Mailer } from './mail/mailer.ts';
import { createMailer } from './mail/mailer.ts';
import type { Market } from './market/market.ts';
import { followServerLock, openConfigured } from './open-database.ts';
import type { OpenMarketOptions } from './open-market.ts';
import { openMarket } from './open-market.ts';
import { openMetrics } from './open-metrics.ts';
import type { OpenedSite } from './open-site.ts';
import { openSite } from './open-site.ts';
import { createHousekeeping } from './operations/housekeeping.ts';
import { noteCalls, registerOperationRoutes } from './operations/operation-routes.ts';
import { openOperators } from './operator-desk.ts';
import type { Passwords } from './passwords/open-passwords.ts';
import { openPasswords } from './passwords/open-passwords.ts';
import type { Payments } from './payments/open-payments.ts';
import { registerPayments } from './payments/payments-plugin.ts';
import type { FindLocation } from './locations/find-location.ts';
import { openLocations } from './locations/find-location.ts';
import { registerLocationRoutes } from './locations/location-routes.ts';
import { registerPopupRoutes } from './popups/popup-routes.ts';
import { createClosingMails } from './notices/closing-mails.ts';
import { registerNoticeRoutes } from './notices/notice-routes.ts';
import { tellCustomer } from './notices/tell-customer.ts';
import { connectRedis } from './redis.ts';
import type { Schedule } from './schedule.ts';
import { systemSchedule } from './schedule.ts';
import { loadMasterKey } from './secrets/master-key.ts';
import type { Sessions } from './sessions/sessions.ts';
import { createSessions } from './sessions/sessions.ts';
import { openSockets } from './socket/socket-server.ts';
import { registerStatementRoutes } from './statements/statement-routes.ts';
import { createAutoRule } from './strategies/auto-rule.ts';
import type { AutoTrading } from './strategies/auto-trading.ts';
import { createLimiter } from './throttle/limiter.ts';
import { changeLimits } from './throttle/limits.ts';
import type { Worker } from './work/worker.ts';
import { openTrading } from './trading-plugin.ts';
import type { OrderDesk } from './trading/order-desk.ts';

export interface AppOptions extends Omit<OpenMarketOptions, 'database'> {
  config: Config;
  /** Tests pass their own. Default: the configured database. */
  database?: Database;
  /** The lock that keeps other servers off the database. */
  serverLock?: ServerLock;
  /**
   * The folder of the built site, or a promise of it. Without it the app serves no pages; in development, Astro does.
   */
  distDir?: string | Promise<string>;
  /** Whether content is read and rendered in threads of their own. Default: true. */
  contentThreads?: boolean | undefined;
  /** When content is read again and what is due is published. */
  contentSchedule?: Schedule | undefined;
  /** When the workers look for due work. Tests pass one that never does. */
  schedule?: Schedule;
}

/** The server, with the parts that its callers and tests use. */
export interface App extends Pick<Lifecycle, 'listen' | 'close'> {
  server: Server;
  database: Database;
  sessions: Sessions;
  market: Market;
  orderDesk: OrderDesk;
  autoTrading: Pick<AutoTrading, 'poll' | 'retire'>;
  payments: Pick<Payments, 'work' | 'providers' | 'moneyMoved'>;
  postbacks: Pick<Postbacks, 'work'>;
  mailer: Pick<Mailer, 'work'>;
  closingMails: Pick<Worker, 'work'>;
}

/** Creates and connects every part of the server, ready to listen. Throws if a part cannot start. */
export async function createApp(options: AppOptions): Promise<App> {
  const serverLock = options.serverLock ?? null;
  const opening = options.database ?? openConfigured({ ...options, serverLock });
  const opened = Promise.resolve(opening);
  const database = await (options.progress?.during('opening the database', opened) ?? opened);
  try {
    return await createAppOn(database, options);
  } catch (fault) {
    await database.close();
    throw fault;
  }
}

async function createAppOn(database: Database, options: AppOptions): Promise<App> {
  const { config, runtime, logger, schedule = systemSchedule } = options;
  const base = { config, database, runtime, logger, schedule };
  const findLocation = await openLocations({ geoipFile: config.geoipFile, logger });
  const passwords = await openPasswords({ config, logger });
  const opening = openMarket({ ...options, database });
  const keyed = opening.then(() => loadMasterKey(base));
  const [market, content, masterKey] = await Promise.all([opening, openSite(options, opening), keyed]);
  await options.serverLock?.enter(database, new Date(runtime.now()));
  const sharedEmail = config.demoData ? demoCustomerEmail : null;
  const sessions = createSessions({ database, runtime, idleMs: config.sessionIdleMs, sharedEmail });
  const accountChanges = createAccountChanges();
  const [moneyMoves, noticeMoves] = [createAccountChanges(), createAccountChanges()];
  const moves = { accountChanges, moneyMoves, noticeMoves };
  const accountNews = followAccountNews({ ...base, accountChanges, moneyMoves, sessions });

  const { trustProxy, siteOrigins } = config;
  const correctReply = createCorrection(config.switches.correctedTexts);
  const http = createHttpServer({ logger, runtime, trustProxy, site: content.site, siteOrigins, correctReply });
  const refuseOtherMethods = watchMethods(http);
  const trading = openTrading(http, { ...base, market, sessions, accountChanges, noticed: noticeMoves.changed });
  const { orderDesk, triggers, autoTrading } = trading;
  const sockets = openSockets(http.server, { ...base, ...moves, market, orderDesk, sessions, correctReply });
  const { breaches } = passwords;
  const metrics = openMetrics({ database, market, runtime, orderDesk, triggers, content, breaches, sockets });
  // Must come before any route scope: a scope inherits only the hooks that exist when it is created.
  noteCalls(http, metrics);

  const redis = config.redisUrl === null ? null : connectRedis(config.redisUrl, logger);
  const mailer = createMailer({ ...base, driver: chooseDriver(config), from: config.mail.from });
  const documents = openDocuments({ config, masterKey, runtime });
  const known = { masterKey, redis, sessions, market, content, accountChanges, mailer, documents };
  const { payments, postbacks } = await registerCalls(http, {
    ...{ ...base, ...known, ...passwords, findLocation },
    moneyMoved: moneyMoves.changed,
    noticesMoved: noticeMoves.changed,
  });

  const closingMails = createClosingMails({ ...base, siteUrl: config.siteUrl, mailWritten: mailer.wake });
  const housekeeping = createHousekeeping({ ...base, mailer, documents });
  const operators = openOperators({
    ...{ ...options, database, market, orderDesk, triggers, accountNews },
    reportContent: content.report,
  });
  const editorNews = createEditorNews({ ...base, mailer, keeper: content.keeper, report: content.report });
  const jobs = { mailer, closingMails, payments, postbacks, housekeeping, operators };
  const web = { http, sockets, accountNews, content, editorNews, ...jobs };
  const lifecycle = createLifecycle({ config, logger, database, market, ...trading, ...web, sessions, redis });
  const { metricsToken } = config;
  registerOperationRoutes(http, { database, metrics, metricsToken, isStopping: lifecycle.isStopping });
  registerOpenApiRoutes(http);
  refuseOtherMethods();
  await http.ready();
  // Must come before the first quote: it fires the levels that prices passed while no server was running.
  await triggers.start();
  followServerLock({ database, logger, serverLock: options.serverLock ?? null, triggers, sockets });
  await market.start();
  for (const part of [autoTrading, accountNews, ...Object.values(jobs)]) await part.start();
  editorNews.start();
  const workers = { orderDesk, autoTrading, payments, postbacks, mailer, closingMails };
  return { server: http.server, database, sessions, market, ...workers, ...lifecycle };
}

interface CallParts extends Passwords, Pick<AppOptions, 'config' | 'runtime' | 'logger'> {
  schedule: Schedule;
  database: Database;
  redis: Redis | null;
  masterKey: Buffer;
  sessions: Sessions;
  market: Market;
  content: OpenedSite;
  accountChanges: AccountChanges;
  moneyMoved: (accountId: number) => void;
  /** The unread notices of the account changed. */
  noticesMoved: (accountId: number) => void;
  mailer: Mailer;
  documents: SealedDocuments;
  findLocation: FindLocation;
}

/** Registers the calls of each feature. The order matters, because some features return parts that later ones need. */
async function registerCalls(
  http: FastifyInstance,
  { content, ...parts }: CallParts,
): Promise<{ payments: Payments; postbacks: Postbacks }> {
  const { config, runtime, logger, redis, database, sessions, mailer, documents, findLocation } = parts;
  const { switches } = config;
  registerContentRoutes(http, { ...content, ...config.content, now: runtime.now });
  registerCockpitRoutes(http, { content: content.keeper.content, switches, redis });
  const countReferral = createReferralCount({ runtime, hidesAccounts: config.hideAccountExistence });
  const onFirstSignIn: FirstSignInListener = async (queries, accountId) => {
    await countReferral(queries, accountId);
    await tellCustomer(queries, { runtime, siteUrl: config.siteUrl }, { accountId, code: 'welcome', data: {} });
  };
  const signIn = openSignIn(http, { ...parts, onFirstSignIn });
  const { isHuman, refusals } = signIn;
  const changeLimiter = createLimiter(redis, changeLimits);
  const autoRuleVersion = createAutoRule(config.autoTrading, config.tradingLimits.auto).version;
  registerAccounts(http, { ...parts, ...signIn, changeLimiter, autoRuleVersion });
  const postbacks = registerAffiliates(http, { ...parts, ...signIn });
  registerLocationRoutes(http, { sessions, findLocation });
  registerPopupRoutes(http, { database, sessions, runtime });
  registerChartRoutes(http, { ...parts, changeLimiter });
  registerNoticeRoutes(http, { database, sessions, runtime, noticesRead: parts.noticesMoved });
  await registerDocumentRoutes(http, { ...parts, documents, refusals });
  registerStatementRoutes(http, { ...parts, refusals, changeLimiter, content: content.keeper.content });
  const payments = await registerPayments(http, { ...parts, ...signIn, changeLimiter, onCredited: noteFirstDeposit });
  const published = findPublishedForms(content.keeper.content, switches);
  const forms = { database, sessions, mailer, redis, config, isHuman, published, runtime, logger };
  await registerFormRoutes(http, { ...forms, pages: content.formPages });
  return { payments, postbacks };
}
