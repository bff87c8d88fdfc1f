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

/** Forms as browsers send them without scripts: understood on the routes of one scope, and answered with pages. */

const formType = 'application/x-www-form-urlencoded';

/**
 * Understands a sent form: `name` is a field of the body, `form[name]` one of its object `form`, as PHP and Cockpit
 * read it.
 */
export function understandForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(formType, { parseAs: 'string' }, (_request, text, done) => {
    done(null, readForm(String(text)));
  });
}

/**
 * The body of a sent form. A field that comes twice is the last one; only names of letters, digits and _ are fields.
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

/** Whether a browser sent this by itself and will show what is answered. */
export function isPlainForm({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return (headers['content-type'] ?? '').startsWith(formType) && /text\/html/.test(headers.accept ?? '');
}

/** The pages that forms stand on. */
export interface FormPages extends Pick<Site, 'hasPage'> {
  /** The page for one visitor, with what was refused in it; null where there is no such page. */
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
   * What is answered where no page is rendered for one visitor: who was refused too often, or what is too large to be
   * read.
   */
  readyPages: ReadyPages;
  limiter: Pick<FormLimiter, 'take'>;
  /** The form that a request is for: `contact`, or the name of a form of the content. */
  formOf: (request: FastifyRequest) => string;
  /** Where the site is besides here, as a browser names it. */
  siteOrigins: readonly string[];
}

/**
 * Answers a plain form with the page that it came from: taken, the visitor is led there and shown the thanks; refused,
 * the page comes with what was typed and what is wrong with it, rendered so often as one visitor may have it, and from
 * then on a page that is ready; so it is where the form is too large to be read. A form that names no page of ours is
 * answered with the envelope.
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
      // From a copy of the site on another host, back to it.
      const host = siteOrigins.find((origin) => origin === request.headers.origin) ?? '';
      return reply
        .code(303)
        .headers({ location: `${host}${page}#sent-${form}`, 'cache-control': 'no-store' })
        .send();
    }
    const allowed = isUnread ? result : await limiter.take('refused', { address: request.ip });
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
 * The page that a request came from: what its address says, because a browser names no page to another site, or what
 * the browser says.
 */
function cameFrom({ query, headers: { referer = '' } }: FastifyRequest): string | undefined {
  const { page = URL.canParse(referer) ? new URL(referer).pathname : undefined } = query as { page?: unknown };
  const named = formPage.safeParse(page);
  return named.success ? named.data : undefined;
}

/** The texts of a body, however far it is from what was asked for. */
function readBody(body: unknown): { page: string | undefined; values: Record<string, string> } {
  const { form, page, ...fields } = { ...(body as Record<string, unknown> | null) };
  const nested = typeof form === 'object' && form !== null ? form : {};
  const texts = Object.entries({ ...fields, ...nested }).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const named = formPage.safeParse(page);
  return { page: named.success ? named.data : undefined, values: Object.fromEntries(texts) };
}
