import type { FastifyInstance } from 'fastify';
import { sameText } from '../secrets/same-text.ts';
import type { Database } from '../db/database.ts';
import type { DatabaseFaultKind } from '../db/database-faults.ts';
import { databaseFaultKind, databaseFaultWords } from '../db/database-faults.ts';
import { routeOf } from '../http/fault-handlers.ts';
import { sendProblem } from '../http/send-problem.ts';
import type { Metrics } from './metrics.ts';

export interface OperationRoutesOptions {
  database: Pick<Database, 'query' | 'availability'>;
  metrics: Metrics;
  /**
   * Null: nobody may read the metrics. Local requests are no exception, because requests that a proxy on this machine
   * forwards look local.
   */
  metricsToken: string | null;
  /** Whether the server has begun to stop. */
  isStopping: () => boolean;
}

/** A database that takes longer to answer is of no use to customers. */
const readyWithinMs = 2_000;

/**
 * Registers the endpoints for operators and monitoring: whether the server is alive, whether it is ready for customers,
 * and its metrics.
 */
export function registerOperationRoutes(app: FastifyInstance, options: OperationRoutesOptions): void {
  const { database, metrics, metricsToken, isStopping } = options;

  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    const fields = isStopping() ? { server: 'is stopping' } : await databaseFields(database);
    if (fields) return sendProblem(reply, { code: 'UNAVAILABLE', fields });
    return reply.header('cache-control', 'no-store').send({ status: 'ready' });
  });

  // The warning is logged once only: anybody may request the metrics, so strangers could fill the log.
  let isExplained = metricsToken !== null;
  app.get('/metrics', async (request, reply) => {
    if (!isExplained) request.log.warn('METRICS_TOKEN is not set: nobody may read the metrics');
    isExplained = true;
    const isAllowed = metricsToken !== null && sameText(request.headers.authorization ?? '', `Bearer ${metricsToken}`);
    if (!isAllowed) return sendProblem(reply, { code: 'FORBIDDEN' });
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.read());
  });
}

/** Records every answered call in the metrics. */
export function noteCalls(app: FastifyInstance, metrics: Pick<Metrics, 'noteCall'>): void {
  app.addHook('onResponse', (request, reply, next) => {
    const { method } = request;
    metrics.noteCall({ method, route: routeOf(request), status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
    next();
  });
}

/**
 * Describes the fault of the database to whoever checks why the server is not ready; null if the database is usable.
 */
async function databaseFields({ query, availability }: OperationRoutesOptions['database']) {
  const fault = availability.problem === null ? await faultInTime(query('select 1')) : null;
  // If the database was found to be away meanwhile, that is the cause, and the query was only aborted because of it.
  const kind = availability.problem ?? fault;
  return kind && { database: databaseFaultWords[kind] };
}

async function faultInTime(asked: Promise<unknown>): Promise<DatabaseFaultKind | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<'silent'>((resolve) => (timer = setTimeout(() => resolve('silent'), readyWithinMs)));
  const answered = asked.then(
    () => null,
    (fault: unknown) => databaseFaultKind(fault) ?? 'away',
  );
  return Promise.race([answered, timeout]).finally(() => clearTimeout(timer));
}
