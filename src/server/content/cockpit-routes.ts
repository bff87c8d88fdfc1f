import type { FastifyInstance, FastifyReply } from 'fastify';
import { offeredPages } from '../../content/addresses.ts';
import type { SiteContent } from '../../content/model/site-content.ts';
import type { Switches } from '../../brand.ts';
import type { CockpitAnswer, CockpitQuestion } from './cockpit-answers.ts';
import { answerCollection, answerSingleton } from './cockpit-answers.ts';
import type { StoredContent } from './cockpit-entries.ts';
import { storedContent } from './cockpit-entries.ts';

export interface CockpitRoutesParts {
  /** What is published now. */
  content: () => SiteContent;
  switches: Switches;
}

/** The content in the wire format of Cockpit v1, to be read by anyone: it is what the pages show, and drafts are not in it. */
export function registerCockpitRoutes(app: FastifyInstance, parts: CockpitRoutesParts): void {
  const stored = keepStored(parts);
  app.post<{ Params: { collection: string }; Body: CockpitQuestion | null }>(
    '/api/collections/get/:collection',
    (request, reply) => send(reply, answerCollection(stored(), request.params.collection, request.body ?? {})),
  );
  app.get<{ Params: { name: string }; Querystring: { lang?: unknown } }>(
    '/api/singletons/get/:name',
    (request, reply) => send(reply, answerSingleton(stored(), request.params.name, request.query.lang)),
  );
}

/** Turned into the wire format once for each content. */
function keepStored({ content, switches }: CockpitRoutesParts): () => StoredContent {
  let kept: { of: SiteContent; stored: StoredContent } | undefined;
  return () => {
    const current = content();
    if (kept?.of !== current) {
      const stored = storedContent({ ...current, pages: offeredPages(current, switches) });
      const pages = stored.pages.map((page) => ({ _id: page['title_slug'], ...page }));
      const calendar = stored.calendar.map((event) => ({ _id: event['id'], ...event }));
      kept = { of: current, stored: { ...stored, pages, calendar } };
    }
    return kept.stored;
  };
}

function send(reply: FastifyReply, { status, body }: CockpitAnswer): FastifyReply {
  reply.code(status).header('cache-control', 'no-cache');
  return body === undefined ? reply.type('text/html;charset=UTF-8').send('') : reply.send(body);
}
