import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import type * as z from 'zod/mini';
import type { Switches } from '../../brand.ts';
import { offeredPages } from '../../content/addresses.ts';
import type { SiteContent } from '../../content/model/site-content.ts';
import { collectionQuery, getCollection, getSingleton, singletonQuestion } from '../../lib/contract/cockpit-calls.ts';
import { routePath } from '../http/register-call.ts';
import { sendProblem } from '../http/send-problem.ts';
import { parseSent } from '../http/validation-problem.ts';
import { subscriberAddress } from '../throttle/client-address.ts';
import { createRateCounter, consumeEach } from '../throttle/rate-counter.ts';
import type { CockpitAnswer } from './cockpit-answers.ts';
import { answerCollection, answerSingleton } from './cockpit-answers.ts';
import type { StoredContent } from './cockpit-items.ts';
import { storedContent } from './cockpit-items.ts';

export interface CockpitRoutesParts {
  /** The published content. */
  content: () => SiteContent;
  switches: Switches;
  redis: Redis | null;
}

/**
 * A site that reads all content needs a handful of calls. A site that makes a call for each of its visitors, all from
 * one address, needs a few a second.
 */
export const readAllowance = { points: 300, duration: 60 };

/**
 * The published content in the wire format of Cockpit v1, readable by anyone: exactly what the pages show, without
 * drafts.
 */
export function registerCockpitRoutes(app: FastifyInstance, { redis, ...parts }: CockpitRoutesParts): void {
  const stored = keepStored(parts);
  const counter = createRateCounter(redis, 'content-read', readAllowance);

  async function answer<Question>(
    request: FastifyRequest,
    reply: FastifyReply,
    asked: { sent: unknown; schema: z.ZodMiniType<Question>; by: (question: Question) => CockpitAnswer },
  ): Promise<FastifyReply> {
    const allowed = await consumeEach([() => counter.consume(subscriberAddress(request.ip))]);
    if (!allowed.ok) return sendProblem(reply, allowed.problem);
    const question = parseSent(asked.schema, asked.sent);
    return question.ok ? send(reply, asked.by(question.value)) : sendProblem(reply, question.problem);
  }

  app.post<{ Params: { collection: string } }>(routePath(getCollection), (request, reply) =>
    answer(request, reply, {
      sent: request.body ?? {},
      schema: collectionQuery,
      by: (question) => answerCollection(stored(), request.params.collection, question),
    }),
  );
  app.get<{ Params: { name: string } }>(routePath(getSingleton), (request, reply) =>
    answer(request, reply, {
      sent: request.query,
      schema: singletonQuestion,
      by: ({ lang }) => answerSingleton(stored(), request.params.name, lang),
    }),
  );
}

/** Returns the content in the wire format; it is converted again only after a publication. */
function keepStored({ content, switches }: Omit<CockpitRoutesParts, 'redis'>): () => StoredContent {
  let cached: { of: SiteContent; stored: StoredContent } | undefined;
  return () => {
    const current = content();
    if (cached?.of !== current) {
      const offered = { ...current, pages: offeredPages(current, switches) };
      const stored = storedContent(offered);
      const pages = stored.pages.map((page, index) => ({ _id: offered.pages[index]?.slug, ...page }));
      const redirects = stored.redirects.map((redirect) => ({ _id: redirect['from'], ...redirect }));
      const calendar = stored.calendar.map((event) => ({ _id: event['id'], ...event }));
      cached = { of: current, stored: { ...stored, pages, calendar, redirects } };
    }
    return cached.stored;
  };
}

function send(reply: FastifyReply, { status, json }: CockpitAnswer): FastifyReply {
  reply.code(status).header('cache-control', 'no-cache');
  return json === undefined
    ? reply.type('text/html;charset=UTF-8').send('')
    : reply.type('application/json; charset=utf-8').send(json);
}
