import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Sessions } from './sessions/sessions.ts';
import type { Config } from './config.ts';
import type { EditorNews } from './content/tell-editors.ts';
import type { Database } from './db/database.ts';
import type { ChannelListener } from './db/channel-messages.ts';
import type { Listening } from './http/connections/listening.ts';
import { listen } from './http/connections/listening.ts';
import type { Postbacks } from './affiliates/postbacks/open-postbacks.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Market } from './market/market.ts';
import type { Housekeeping } from './operations/housekeeping.ts';
import type { OperatorSocket } from './operator/operator-listener.ts';
import type { Payments } from './payments/open-payments.ts';
import { systemSchedule } from './schedule.ts';
import type { OpenSockets } from './socket/socket-server.ts';
import type { AutoTrading } from './strategies/auto-trading.ts';
import type { OpenedSite } from './open-site.ts';
import type { OrderDesk } from './trading/order-desk.ts';
import type { Worker } from './work/worker.ts';
import type { TriggerEngine } from './triggers/trigger-engine.ts';

export interface LifecycleParts {
  config: Config;
  logger: Logger;
  database: Database;
  market: Market;
  orderDesk: OrderDesk;
  triggers: Pick<TriggerEngine, 'stop'>;
  autoTrading: Pick<AutoTrading, 'stop'>;
  sessions: Sessions;
  http: FastifyInstance;
  accountNews: Pick<ChannelListener, 'stop'>;
  sockets: OpenSockets;
  redis: Redis | null;
  content: Pick<OpenedSite, 'stop'>;
  mailer: Pick<Mailer, 'stop'>;
  closingMails: Pick<Worker, 'stop'>;
  payments: Pick<Payments, 'stop'>;
  postbacks: Pick<Postbacks, 'stop'>;
  housekeeping: Pick<Housekeeping, 'stops'>;
  operators: Pick<OperatorSocket, 'stop'>;
  editorNews: Pick<EditorNews, 'stop'>;
}

export interface Lifecycle {
  /** Opens the port; resolves with the server's address. */
  listen: () => Promise<{ url: string }>;
  /** Stops accepting requests, finishes those in progress and closes every part. Safe to call again. */
  close: () => Promise<void>;
  isStopping: () => boolean;
}

/** Connections that are still open after this are cut: whoever stops the server waits 10 seconds at most. */
const patienceMs = 4_000;
const sweepSessionsEveryMs = 5_000;

/** Opens the port, ends idle sessions on a timer, and closes all parts in an order that loses nothing. */
export function createLifecycle(parts: LifecycleParts): Lifecycle {
  const { config, logger, http, sessions } = parts;
  const report = (fault: unknown) => logger.error({ err: fault }, 'idle sessions could not be ended');
  const stopSweeping = systemSchedule(() => void sessions.sweep().catch(report), sweepSessionsEveryMs);
  let listening: Listening | undefined;
  let closing: Promise<void> | undefined;

  return {
    isStopping: () => closing !== undefined,
    async listen() {
      listening = await listen(http.server, config);
      return { url: listening.url };
    },
    close: () => {
      stopSweeping();
      return (closing ??= shutDown(parts, listening));
    },
  };
}

async function shutDown(parts: LifecycleParts, listening: Listening | undefined): Promise<void> {
  const { database, market, orderDesk, triggers, autoTrading, http, sockets, redis, content, mailer } = parts;
  const stopped = listening?.stop({ patienceMs });
  // Runs in parallel with the steps below, so no trade waits for a page that is being rendered.
  const contentStopped = content.stop();
  contentStopped.catch(() => undefined);
  await inOrder([
    () => parts.operators.stop(),
    () => autoTrading.stop(),
    // The desk still decides triggers that have fired; any that it does not reach fire again at the next start.
    () => triggers.stop(),
    // Answers the waiting customers before the sockets close, and refuses new orders: otherwise customers who never
    // stop trading would be cut off midway.
    () => orderDesk.stop(),
    () => nextTurn(),
    () => parts.accountNews.stop(),
    () => sockets.close(),
    () => stopped,
    () => http.close(),
    // Stops after HTTP has accepted its last report; unprocessed reports wait in the inbox for the next start.
    () => parts.payments.stop(),
    () => parts.postbacks.stop(),
    ...parts.housekeeping.stops,
    () => parts.closingMails.stop(),
    () => parts.editorNews.stop(),
    () => mailer.stop(),
    () => market.stop(),
    () => redis?.disconnect(),
    () => database.close(),
    () => contentStopped,
  ]);
}

/** Runs every step, even after one has failed; throws the first fault at the end. */
async function inOrder(steps: (() => unknown)[]): Promise<void> {
  const faults: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (fault) {
      faults.push(fault);
    }
  }
  if (faults.length > 0) throw faults[0];
}
