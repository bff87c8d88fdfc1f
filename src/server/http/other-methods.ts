import type { FastifyInstance, HTTPMethods } from 'fastify';
import { sendProblem } from './send-problem.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const satisfies HTTPMethods[];

/**
 * Collects the routes that are registered from now on. Call the returned function after the last of them: each of their
 * paths then answers every other method with 405 and `Allow`, before a body is read.
 */
export function watchMethods(app: FastifyInstance): () => void {
  const allowed = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = allowed.get(url) ?? new Set();
    allowed.set(url, known);
    [method].flat().forEach((one) => known.add(one));
  });
  return () => {
    for (const [url, known] of [...allowed]) {
      const allow = [...known].join(', ');
      app.route({
        url,
        method: methods.filter((method) => !known.has(method)),
        onRequest: async (_request, reply) => sendProblem(reply.header('allow', allow), { code: 'METHOD_NOT_ALLOWED' }),
        handler: () => {
          throw new Error('The onRequest hook has already answered');
        },
      });
    }
  };
}
