import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Site } from '../site/site.ts';
import { writeProblem } from './raw-problem.ts';
import { sendProblem } from './send-problem.ts';

/** The server's own paths, which are never passed to the site. */
const ownPaths = /^\/(api|socket\.io|healthz|readyz|metrics)(\/|$)/;
/**
 * Endpoints of the site's renderer. No page uses them, but anybody could use them to scale pictures or render parts of
 * pages.
 */
const closedPaths = /^\/(_image|_actions|_server-islands)(\/|$)/;

/** Answers a malformed path such as `/%E0%A4`: with the "not found" page if the client accepts pages. */
export function answerBrokenPath(site: Site | null, request: FastifyRequest, reply: FastifyReply): void {
  if (!site || ownPaths.test(request.url)) {
    sendProblem(reply, { code: 'MALFORMED_REQUEST' });
    return;
  }
  reply.hijack();
  reply.raw.setHeader('x-request-id', request.id);
  if (!site.answerNotFound(request.raw, reply.raw)) writeProblem(reply.raw, 'MALFORMED_REQUEST');
}

/**
 * Answers a request that no route handles: with a page of the site if there is one, otherwise with the failure
 * envelope.
 */
export async function answerUnknownPath(
  site: Site | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const path = request.url.split('?')[0] ?? '';
  if (!site || ownPaths.test(path) || closedPaths.test(path)) {
    sendProblem(reply, { code: 'NOT_FOUND' });
    return;
  }
  if (site.hasPage(path)) {
    sendProblem(reply.header('allow', 'GET, HEAD'), { code: 'METHOD_NOT_ALLOWED' });
    return;
  }
  reply.hijack();
  reply.raw.setHeader('x-request-id', request.id);
  try {
    if (!(await site.answerUnknown(request.raw, reply.raw))) writeProblem(reply.raw, 'NOT_FOUND');
  } catch (fault) {
    request.log.error({ err: fault }, 'a page could not be rendered');
    const isBegun = reply.raw.headersSent;
    if (isBegun || !site.answerFault(request.raw, reply.raw)) writeProblem(reply.raw, 'INTERNAL', request.id);
  }
}
