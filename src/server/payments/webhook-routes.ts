import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { success } from '../../lib/contract/envelope.ts';
import { webhookPaths } from '../../lib/contract/payments/payment-calls.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import { routePath } from '../http/register-call.ts';
import { sendProblem } from '../http/send-problem.ts';
import type { Payments } from './open-payments.ts';
import { ProviderUnavailable } from './payment-provider.ts';

/** More than any provider's report needs. */
const longestBytes = 256 * 1024;

/**
 * The webhooks of providers, at both paths that providers are given. Bodies of any type are accepted as bytes, because
 * signatures cover bytes. The response is sent once the report is stored and does not wait for its processing. There is
 * no log-in: only the signature counts.
 */
export function registerWebhookRoutes(app: FastifyInstance, payments: Pick<Payments, 'receive'>): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: longestBytes }, (_request, body, parsed) =>
      parsed(null, body),
    );
    const options = { bodyLimit: longestBytes };
    for (const path of webhookPaths) {
      scope.post<WebhookRequest>(routePath({ path }), options, async (request, reply) => {
        const received = await receive(payments, request);
        if (!received.ok) return sendProblem(reply, received.problem);
        return reply.header('cache-control', 'no-store').send(success(null));
      });
    }
    done();
  });
}

interface WebhookRequest {
  Params: { provider: string };
}

async function receive(payments: Pick<Payments, 'receive'>, request: FastifyRequest<WebhookRequest>): Promise<Result> {
  const { params, headers, body, log } = request;
  const { provider } = params;
  const webhook = { body: Buffer.isBuffer(body) ? body : Buffer.alloc(0), headers: plainHeaders(headers) };
  try {
    const received = await payments.receive(provider, webhook);
    const isForged = !received.ok && received.problem.code === 'UNAUTHENTICATED';
    if (isForged) log.warn({ provider }, 'a report was not signed by its provider');
    return received;
  } catch (fault) {
    if (!(fault instanceof ProviderUnavailable)) throw fault;
    log.warn({ err: fault, provider }, 'a report of a provider could not be understood');
    return refuse('MALFORMED_REQUEST');
  }
}

function plainHeaders(headers: IncomingHttpHeaders): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}
