import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RefusedForm } from '../../content/site-facts.ts';
import { formPage } from '../../lib/contract/form-fields.ts';
import type { Problem, Result } from '../../lib/contract/problem.ts';
import { problems } from '../../lib/contract/problem.ts';
import { siteHeaders } from '../site/page-headers.ts';
import type { RenderedPage } from '../site/send-rendered.ts';
import type { Site } from '../site/site.ts';
import type { FormLimiter } from '../throttle/limits.ts';
import type { ReadyPages } from './ready-pages.ts';

/**
 * The media type of plain forms, which browsers send without scripts. They are parsed only on the routes of one scope,
 * and answered with pages.
 */

const formType = 'application/x-www-form-urlencoded';

/**
 * Lets a scope parse plain forms: `name` becomes a field of the body, `form[name]` a field of its object `form`, as in
 * PHP and Cockpit.
 */
export function parsePlainForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(formType, { parseAs: 'string' }, (_request, text, done) => {
    done(null, readForm(String(text)));
  });
}

/**
 * The body of a plain form. If a field is repeated, its last value counts. Fields are dropped if their name is longer
 * than 60 characters, or has characters other than letters, digits and _.
 */
export function readForm(text: string): Record<string, unknown> {
  const body = new Map<string, unknown>();
  const inner = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    const nested = /^form\[(\w{1,60})\]$/.exec(name)?.[1];
    if (nested !== undefined) inner.set(nested, value);
    else if (/^\w{1,60}$/.test(name)) body.set(name, value);
  }
  if (inner.size > 0) body.set('form', Object.fromEntries(inner));
  return Object.fromEntries(body);
}

/** Whether a browser submitted the form itself and will show the response as a page. */
export function isPlainForm({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return (headers['content-type'] ?? '').startsWith(formType) && /text\/html/.test(headers.accept ?? '');
}

/** The pages that contain forms. */
export interface FormPages extends Pick<Site, 'hasPage'> {
  /** Renders the page for one visitor, with the refused form filled in; null if there is no such page. */
  render: (path: string, refusedForm: RefusedForm) => Promise<RenderedPage | null>;
}

type Answer = (
  request: FastifyRequest,
  reply: FastifyReply,
  result: Result<{ data: unknown }>,
) => Promise<FastifyReply> | FastifyReply;

export interface PlainAnswerParts {
  pages: FormPages | null;
  /**
   * Pages for refusals that are not rendered for each visitor: after too many refusals, and for a form that is too
   * large to read.
   */
  readyPages: ReadyPages;
  limiter: Pick<FormLimiter, 'consume'>;
  /** The form that a request is for: `contact`, or the name of a form of the content. */
  formOf: (request: FastifyRequest) => string;
  /** The other origins of the site. */
  siteOrigins: readonly string[];
}

/**
 * Answers a plain form with the page that it came from. If the form is accepted, the visitor is redirected to that page
 * and sees the thank-you message. If it is refused, the page shows what was typed and what is wrong with it. Each
 * visitor gets a limited number of such pages; beyond that, or if the form is too large to read, a ready page is sent.
 * A form that names none of our pages is answered with the JSON envelope.
 */
export function answerWithPages(parts: PlainAnswerParts): (sendEnvelope: Answer) => Answer {
  const { pages, readyPages, limiter, formOf, siteOrigins } = parts;
  return (sendEnvelope) => async (request, reply, result) => {
    const isUnread = !result.ok && result.problem.code === 'BODY_TOO_LARGE';
    const { page, values } = isUnread ? { page: cameFrom(request), values: {} } : readBody(request.body);
    if (!pages || page === undefined || !isPlainForm(request) || !pages.hasPage(page)) {
      return sendEnvelope(request, reply, result);
    }
    const form = formOf(request);
    if (result.ok) {
      // A visitor of a copy of the site on another host is redirected back to that host.
      const host = siteOrigins.find((origin) => origin === request.headers.origin) ?? '';
      return reply
        .code(303)
        .headers({ location: `${host}${page}#sent-${form}`, 'cache-control': 'no-store' })
        .send();
    }
    const allowed = isUnread ? result : await limiter.consume('refused', { address: request.ip });
    const { problem } = allowed.ok ? result : allowed;
    const refused = { form, problem: problem.code };
    const rendered = await (allowed.ok
      ? pages.render(page, { ...refused, values })
      : readyPages.refusing({ ...refused, path: page }));
    if (!rendered) return sendEnvelope(request, reply, { ok: false, problem });
    return sendPage(reply, problem, rendered.headers).send(rendered.content);
  };
}

function sendPage(reply: FastifyReply, problem: Problem, headers: Record<string, unknown>): FastifyReply {
  if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', String(problem.retryAfterSeconds));
  const said = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  return reply.code(problems[problem.code].status).headers({ ...siteHeaders, ...said, 'cache-control': 'no-store' });
}

/**
 * The path of the page that a request came from, as named in the query or else in the referrer. The query is needed
 * because browsers omit the path from a referrer for another site.
 */
function cameFrom({ query, headers: { referer = '' } }: FastifyRequest): string | undefined {
  const { page = URL.canParse(referer) ? new URL(referer).pathname : undefined } = query as { page?: unknown };
  const named = formPage.safeParse(page);
  return named.success ? named.data : undefined;
}

/** The page and the text fields of a body, whatever its shape. */
function readBody(body: unknown): { page: string | undefined; values: Record<string, string> } {
  const { form, page, ...fields } = { ...(body as Record<string, unknown> | null) };
  const nested = typeof form === 'object' && form !== null ? form : {};
  const texts = Object.entries({ ...fields, ...nested }).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const named = formPage.safeParse(page);
  return { page: named.success ? named.data : undefined, values: Object.fromEntries(texts) };
}
