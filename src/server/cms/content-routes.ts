import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Locale } from '../../brand.ts';
import { locales } from '../../brand.ts';
import { writeAddress } from '../../content/addresses.ts';
import type { ContentSource } from '../../content/content-source.ts';
import { ContentInvalid, ContentUnavailable } from '../../content/content-source.ts';
import { fillPage } from '../../content/texts/fill-placeholders.ts';
import type { SiteContent } from '../../content/model/site-content.ts';
import type { SiteFacts } from '../../content/site-facts.ts';
import { success } from '../../lib/contract/envelope.ts';
import { sameText } from '../secrets/same-text.ts';
import { sendProblem } from '../http/send-problem.ts';
import type { RenderedPage } from '../site/send-rendered.ts';
import { sendRendered } from '../site/send-rendered.ts';
import { siteHeaders } from '../site/page-headers.ts';
import type { Site } from '../site/site.ts';
import type { ContentKeeper } from '../content/content-keeper.ts';
import { holdsPreview } from './preview-link.ts';

export interface ContentRoutesOptions {
  site: Pick<Site, 'render'> | null;
  keeper: Pick<ContentKeeper, 'changed' | 'content'>;
  /** The facts with which pages of this content are rendered. */
  factsOf: (content: SiteContent) => SiteFacts;
  source: Pick<ContentSource, 'loadDraft'>;
  /** The secret that the CMS sends with its webhook, in `x-webhook-secret`. Null: there is no webhook. */
  webhookSecret: string | null;
  /** Signs the links to drafts. Null: there are no previews. */
  previewSecret: string | null;
  now: () => number;
}

const previewTimeoutMs = 10_000;
const webhookLimitBytes = 8 * 1024 * 1024;

/** The calls of the CMS and its editors: the webhook after a change, and previews of drafts. */
export function registerContentRoutes(app: FastifyInstance, options: ContentRoutesOptions): void {
  registerWebhook(app, options);
  registerPreview(app, options);
}

/**
 * The webhook only says that something changed; a pull finds out what. The call answers at once, and many calls in a
 * row lead to one pull.
 */
function registerWebhook(app: FastifyInstance, { keeper, webhookSecret }: ContentRoutesOptions): void {
  // The body contains the whole item, but is not read.
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { bodyLimit: webhookLimitBytes }, (_request, body, parsed) => {
      body.resume();
      parsed(null);
    });
    scope.post(
      '/api/content/changed',
      { onRequest: refuseStrangers, bodyLimit: webhookLimitBytes },
      (_request, reply) => {
        keeper.changed();
        return reply.send(success(null));
      },
    );
    done();
  });

  async function refuseStrangers(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const found = request.headers['x-webhook-secret'];
    if (webhookSecret !== null && typeof found === 'string' && sameText(found, webhookSecret)) return;
    return sendProblem(reply, { code: 'FORBIDDEN' });
  }
}

interface PreviewRequest {
  Params: { locale: string; slug: string };
  Querystring: { until?: unknown; signature?: unknown };
}

function registerPreview(app: FastifyInstance, options: ContentRoutesOptions): void {
  app.get<PreviewRequest>('/preview/:locale/:slug', async (request, reply) => {
    const page = await renderDraft(request, options).catch(refusalOf);
    // Invalid and expired links get the same answer.
    if (!page) return sendProblem(reply, { code: 'NOT_FOUND' });
    reply.hijack();
    for (const [name, value] of Object.entries(siteHeaders)) reply.raw.setHeader(name, value);
    reply.raw.setHeader('x-robots-tag', 'noindex, nofollow');
    const headers = { ...page.headers, 'cache-control': 'no-store' };
    return sendRendered(request.raw, reply.raw, { ...page, headers });
  });
}

async function renderDraft(request: FastifyRequest<PreviewRequest>, options: ContentRoutesOptions) {
  const { site, keeper, source, factsOf, previewSecret, now } = options;
  const { params, query } = request;
  const locale = locales.find((one): one is Locale => one === params.locale);
  const { signature } = query;
  if (!site || previewSecret === null || !locale || typeof signature !== 'string') return null;
  const preview = { slug: params.slug, locale, until: Number(query.until) };
  if (!holdsPreview(preview, signature, { secret: previewSecret, nowMs: now() })) return null;
  const draft = await source.loadDraft(preview.slug, AbortSignal.timeout(previewTimeoutMs));
  if (!draft) return null;
  const facts = factsOf(keeper.content());
  return site.render(writeAddress(preview), { ...facts, draft: fillPage(draft, facts) });
}

/**
 * The page that an editor sees if a draft cannot be shown. It may list the faults, because only holders of a signed
 * link see it.
 */
function refusalOf(fault: unknown): RenderedPage {
  if (fault instanceof ContentInvalid)
    return textPage(422, `This draft is not as pages must be:\n\n${fault.message}\n`);
  if (fault instanceof ContentUnavailable) return textPage(503, `The draft could not be read now: ${fault.message}\n`);
  throw fault;
}

function textPage(status: number, text: string): RenderedPage {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, content: Buffer.from(text) };
}
