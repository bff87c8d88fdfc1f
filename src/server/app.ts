import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { registerAccountRoutes } from './accounts/account-routes.ts';
import { createAttemptLimiter } from './auth/attempt-limiter.ts';
import { registerAuthRoutes } from './auth/auth-routes.ts';
import type { Sessions } from './auth/sessions.ts';
import { createSessions } from './auth/sessions.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { openDatabase } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { createHttpServer } from './http/http-server.ts';
import { watchMethods } from './http/other-methods.ts';
import type { Runtime } from './runtime.ts';

export interface AppOptions {
  config: Config;
  runtime: Runtime;
  logger: Logger;
  /** Tests bring their own; otherwise the one that the configuration names. */
  database?: Database;
}

/** The whole server, wired. */
export interface App {
  server: Server;
  http: FastifyInstance;
  database: Database;
  sessions: Sessions;
  /** Opens the port; resolves with the address it answers at. */
  listen: () => Promise<{ url: string }>;
  /** Stops accepting, finishes what is under way, closes what was opened. Safe to repeat. */
  close: () => Promise<void>;
}

/** Wires every part of the server and makes it ready to listen. Throws when a part cannot start. */
export async function createApp({ config, runtime, logger, database: given }: AppOptions): Promise<App> {
  const database = given ?? (await openConfigured(config));
  await migrate(database);
  const sessions = createSessions({ database, runtime, idleMs: config.sessionIdleMs });
  const http = createHttpServer({ logger, runtime, trustProxy: config.trustProxy });
  const refuseOtherMethods = watchMethods(http);
  registerAuthRoutes(http, { database, sessions, attempts: createAttemptLimiter(null) });
  registerAccountRoutes(http, { database, sessions });
  refuseOtherMethods();
  await http.ready();

  let closing: Promise<void> | undefined;
  return {
    server: http.server,
    http,
    database,
    sessions,
    listen: () => listen(http.server, config),
    close: () =>
      (closing ??= (async () => {
        await stopListening(http.server);
        await http.close();
        await database.close();
      })()),
  };
}

function openConfigured({ databaseUrl, dataDir, databasePoolSize }: Config): Promise<Database> {
  return openDatabase({ databaseUrl, dataDir, poolSize: databasePoolSize });
}

function listen(server: Server, { host, port }: Config): Promise<{ url: string }> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      const address = server.address() as AddressInfo;
      resolve({
        url: `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`,
      });
    });
  });
}

function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}
