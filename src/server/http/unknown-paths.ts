import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Site } from '../site/site.ts';
import { writeProblem } from './raw-problem.ts';
import { sendProblem } from './send-problem.ts';

/** Paths that are the server's own: the site is not asked about them. */
const ownPaths = /^\/(api|socket\.io|healthz|readyz|metrics)(\/|$)/;
/** What the site's renderer would do for anybody and no page asks for: scale pictures, render parts of pages. */
const closedPaths = /^\/(_image|_actions|_server-islands)(\/|$)/;

/**
 * Answers a path that no text can be, such as `/%E0%A4`: to whoever reads pages, by the one that says there is nothing
 * here.
 */
export function answerBrokenPath(site: Site | null, request: FastifyRequest, reply: FastifyReply): void {
  if (!site || ownPaths.test(request.url)) {
    sendProblem(reply, { code: 'MALFORMED_REQUEST' });
    return;
  }
  reply.hijack();
  reply.raw.setHeader('x-request-id', request.id);
  if (!site.answerNotFound(request.raw, reply.raw)) writeProblem(reply.raw, 'MALFORMED_REQUEST');
}

/** Answers a request that no route knows: by the site where it is one of its pages, else with the failure envelope. */
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
