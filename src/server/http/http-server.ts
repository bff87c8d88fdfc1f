import { createServer } from 'node:http';
import type { Server, ServerOptions } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyServerFactoryHandler } from 'fastify';
import { fastify, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Runtime } from '../runtime.ts';
import { isSecure, strictTransport } from '../site/page-headers.ts';
import type { Site } from '../site/site.ts';
import { answerClientError } from './connections/client-error.ts';
import type { CorrectReply } from './correct-reply.ts';
import type { CrossOrigin } from './cross-origin.ts';
import { createCrossOrigin } from './cross-origin.ts';
import { handleFault, routeOf } from './fault-handlers.ts';
import { sendProblem } from './send-problem.ts';
import { lingerAfter, longestRequestMs } from './connections/lingering.ts';
import { keepForwardedAddress, namesItsHost } from './connections/request-head.ts';
import { ownHeaders, writeProblem } from './raw-problem.ts';
import { answerBrokenPath, answerUnknownPath } from './unknown-paths.ts';

export interface HttpServerOptions {
  logger: Logger;
  runtime: Runtime;
  /** Whether to trust `X-Forwarded-*` and `X-Request-Id`. Set this only behind a proxy that sets them. */
  trustProxy: boolean;
  /** The built site; null if another server serves the pages. */
  site: Site | null;
  /** Other sites whose pages may make calls. */
  siteOrigins: readonly string[];
  correctReply: CorrectReply;
  /** A request that has not arrived completely within this time is answered 408. */
  requestTimeoutMs?: number;
}

/** No call needs more; documents use a route with a limit of its own. */
const bodyLimitBytes = 64 * 1024;
/** Headers are a few hundred bytes, so no real visitor needs longer. */
const longestHeadersMs = 20_000;

/** More than fits into a request's first line. */
const longestPart = 64 * 1024;

/** The HTTP server, with the failure envelope for everything that goes wrong; the caller registers the routes. */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const { logger, runtime, trustProxy, site, requestTimeoutMs = longestRequestMs } = options;
  const crossOrigin = createCrossOrigin(options.siteOrigins);
  const loggerInstance: FastifyBaseLogger = logger;
  const app: FastifyInstance = fastify({
    loggerInstance,
    // The framework's request logs would contain URLs, which contain identifiers. The `onResponse` hook logs instead.
    logController: new LogController({ disableRequestLogging: true }),
    // Trusts only the proxy in front of us: visitors can write anything into the rest of X-Forwarded-For.
    trustProxy: trustProxy && ((_address, hop) => hop === 0),
    bodyLimit: bodyLimitBytes,
    // The contract's schemas limit the length of path parts; a shorter limit here would pre-empt them.
    routerOptions: { maxParamLength: longestPart },
    genReqId: () => runtime.newId(),
    requestIdHeader: trustProxy ? 'x-request-id' : false,
    frameworkErrors: (fault, request, reply) => {
      // No hook has run at this point, so the headers are set here.
      reply.headers(ownHeaders);
      if (fault.code === 'FST_ERR_BAD_URL') answerBrokenPath(site, request, reply);
      else handleFault(fault, request, reply);
    },
    serverFactory: (handler) => listenerOf(handler, { site, trustProxy, crossOrigin, requestTimeoutMs }),
  });
  // Only JSON is accepted; text would reach the handlers as a string.
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler(handleFault);
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, { code: 'NOT_FOUND' }));
  addHooks(app, site, crossOrigin);
  app.addHook('preSerialization', (_request, _reply, payload, done) => {
    done(null, options.correctReply(payload));
  });
  return app;
}

function addHooks(app: FastifyInstance, site: Site | null, crossOrigin: CrossOrigin): void {
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id).headers({ ...ownHeaders, ...crossOrigin.headersFor(request.raw) });
    // Answered here, because the framework would first read the body and reject its type.
    if (request.is404) {
      void answerUnknownPath(site, request, reply);
    } else {
      next();
    }
  });
  app.addHook('onResponse', (request, reply, next) => {
    const { method } = request;
    const ms = Math.round(reply.elapsedTime);
    request.log.info({ method, route: routeOf(request), status: reply.statusCode, ms }, 'request');
    next();
  });
}

interface ListenerParts extends Pick<HttpServerOptions, 'site' | 'trustProxy'> {
  crossOrigin: CrossOrigin;
  requestTimeoutMs: number;
}

function listenerOf(
  handler: FastifyServerFactoryHandler,
  { site, trustProxy, crossOrigin, requestTimeoutMs }: ListenerParts,
): Server {
  const options: ServerOptions = {
    // Node would answer a request without `Host` with an empty body; our answer gives the reason.
    requireHostHeader: false,
    // If this is false, the request is handled like any other, which means it is refused.
    shouldUpgradeCallback: (request) => server.listenerCount('upgrade') > 0 && namesItsHost(request),
    requestTimeout: requestTimeoutMs,
    headersTimeout: Math.min(longestHeadersMs, requestTimeoutMs),
    // How often requests are checked for the timeout; Node's default is every 30 seconds.
    connectionsCheckingInterval: Math.ceil(requestTimeoutMs / 30),
    // Longer than the idle timeout of common proxies, so that we never close a connection that a proxy is about to use.
    keepAliveTimeout: 65_000,
  };
  const server = createServer(options, (request, response) => {
    if (!namesItsHost(request)) {
      writeProblem(response, 'MALFORMED_REQUEST');
      return;
    }
    if (trustProxy) keepForwardedAddress(request);
    // Built pages are answered before the routes: this reaches two thirds of nginx's speed, a plugin only a tenth.
    if (site?.answerFirst(request, response)) return;
    lingerAfter(request, response);
    if (isSecure(request, trustProxy)) response.setHeader(...strictTransport);
    if (!crossOrigin.answerPreflight(request, response)) handler(request, response);
  });
  server.on('clientError', answerClientError);
  return server;
}
