import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Locale } from '../../brand.ts';
import { locales } from '../../brand.ts';
import { writeAddress } from '../../content/addresses.ts';
import type { ContentSource } from '../../content/content-source.ts';
import { ContentInvalid, ContentUnavailable } from '../../content/content-source.ts';
import { fillPage } from '../../content/texts/fill-places.ts';
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
  /** What pages are told, with this content. */
  factsOf: (content: SiteContent) => SiteFacts;
  source: Pick<ContentSource, 'loadDraft'>;
  /** What the CMS sends with its webhook, in `x-webhook-secret`. Null: there is no webhook. */
  webhookSecret: string | null;
  /** Signs the links to drafts. Null: there are none. */
  previewSecret: string | null;
  now: () => number;
}

const previewTimeoutMs = 10_000;
const webhookLimitBytes = 8 * 1024 * 1024;

/** What the CMS and its editors ask: something has changed, and how does this draft look. */
export function registerContentRoutes(app: FastifyInstance, options: ContentRoutesOptions): void {
  registerWebhook(app, options);
  registerPreview(app, options);
}

/** Says only that something changed: what, the source is asked. Answered at once; many calls are one pull. */
function registerWebhook(app: FastifyInstance, { keeper, webhookSecret }: ContentRoutesOptions): void {
  // What it carries is the whole entry, and is not read.
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
    // Nothing tells a link that never held from one that holds no more.
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
  const content = keeper.content();
  return site.render(writeAddress(preview), { ...factsOf(content), draft: fillPage(draft, content) });
}

/** What an editor reads in place of a draft that cannot be shown: the link is held, so its faults are no secret. */
function refusalOf(fault: unknown): RenderedPage {
  if (fault instanceof ContentInvalid)
    return textPage(422, `This draft is not as pages must be:\n\n${fault.message}\n`);
  if (fault instanceof ContentUnavailable) return textPage(503, `The draft could not be read now: ${fault.message}\n`);
  throw fault;
}

function textPage(status: number, text: string): RenderedPage {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, content: Buffer.from(text) };
}
