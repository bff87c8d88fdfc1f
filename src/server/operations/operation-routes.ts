import type { FastifyInstance } from 'fastify';
import { sameText } from '../auth/same-text.ts';
import type { Queries } from '../db/database.ts';
import { sendProblem } from '../http/send-problem.ts';
import type { Metrics } from './metrics.ts';

export interface OperationRoutesOptions {
  database: Queries;
  metrics: Metrics;
  /** Null: nobody may read the metrics. What a proxy on this machine passes on cannot be told from what starts here. */
  metricsToken: string | null;
  /** Whether the server has begun to stop. */
  isStopping: () => boolean;
}

/** A database that takes longer to say anything is no help to a customer. */
const readyWithinMs = 2_000;

/** What operators and their machines ask: is it alive, is it ready for customers, how is it doing. */
export function registerOperationRoutes(app: FastifyInstance, options: OperationRoutesOptions): void {
  const { database, metrics, metricsToken, isStopping } = options;

  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    const isReady = !isStopping() && (await answersInTime(database));
    if (!isReady) return sendProblem(reply, { code: 'UNAVAILABLE' });
    return reply.header('cache-control', 'no-store').send({ status: 'ready' });
  });

  app.get('/metrics', async (request, reply) => {
    if (metricsToken === null) request.log.warn('METRICS_TOKEN is not set: nobody may read the metrics');
    const isAllowed = metricsToken !== null && sameText(request.headers.authorization ?? '', `Bearer ${metricsToken}`);
    if (!isAllowed) return sendProblem(reply, { code: 'FORBIDDEN' });
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.read());
  });
}

async function answersInTime(database: Queries): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), readyWithinMs)));
  const answered = database.query('select 1').then(
    () => true,
    () => false,
  );
  const isInTime = await Promise.race([answered, late]);
  clearTimeout(timer);
  return isInTime;
}
