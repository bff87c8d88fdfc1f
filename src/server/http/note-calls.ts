import type { FastifyInstance } from 'fastify';
import { routeOf } from './fault-handlers.ts';
import type { Metrics } from '../operations/metrics.ts';

/** Has every answered call noted in the metrics. */
export function noteCalls(app: FastifyInstance, metrics: Pick<Metrics, 'noteCall'>): void {
  app.addHook('onResponse', (request, reply, next) => {
    const { method } = request;
    metrics.noteCall({ method, route: routeOf(request), status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
    next();
  });
}
