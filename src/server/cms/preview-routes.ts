import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Locale } from '../../brand.ts';
import { defaultLocale, locales } from '../../brand.ts';
import { addressOf, writeAddress } from '../../content/addresses.ts';
import { ContentInvalid, ContentUnavailable } from '../../content/content-source.ts';
import { faultWords, listFaults } from '../../content/status-report.ts';
import { homeSlug } from '../../content/model/parts.ts';
import type { Page, SiteContent } from '../../content/model/site-content.ts';
import type { SiteFacts } from '../../content/site-facts.ts';
import { decode, encode } from '../../content/texts/rewrite-html.ts';
import { fillPage } from '../../content/texts/fill-placeholders.ts';
import type { ContentReader } from '../content/content-reader.ts';
import { parsePlainForms } from '../forms/plain-forms.ts';
import { siteHeaders } from '../site/page-headers.ts';
import type { RenderedPage } from '../site/send-rendered.ts';
import { sendRendered } from '../site/send-rendered.ts';
import type { Opened } from '../secrets/editor-link.ts';
import { holdsLink, previewPath } from '../secrets/editor-link.ts';
import type { Site } from '../site/site.ts';
import type { ContentKeeper } from '../content/content-keeper.ts';
import { livePreviewPage } from './live-preview.ts';

export interface PreviewOptions {
  site: Pick<Site, 'render'> | null;
  keeper: Pick<ContentKeeper, 'content'>;
  /** The facts with which pages of this content are rendered. */
  factsOf: (content: SiteContent) => SiteFacts;
  source: Pick<ContentReader, 'loadDraft' | 'readUnsaved'>;
  /** Signs the links for editors. Null: there are none. */
  previewSecret: string | null;
  /** The sites that may show previews in an iframe: those of the CMS. */
  previewOrigins: readonly string[];
  now: () => number;
}

export interface LinkQuery {
  Querystring: { until?: unknown; signature?: unknown };
}

interface PreviewRequest extends LinkQuery {
  /** The slug, which may have slashes. */
  Params: { locale: string; '*': string };
}

const previewTimeoutMs = 10_000;
/** A page has a tenth of it; nginx passes on 5 MB. */
const longestDraftBytes = 4 * 1024 * 1024;

/** What the form of a CMS sends, by the script of live-preview.ts. */
const unsavedDraft = z.object({
  model: z.literal('pages'),
  entry: z.looseObject({}),
  /** Cockpit calls the fallback language `default`. */
  locale: z.catch(z.enum(locales), defaultLocale),
});

/** Registers the previews: of saved drafts, and of what an editor types in the CMS. */
export function registerPreviews(app: FastifyInstance, options: PreviewOptions): void {
  const { previewOrigins } = options;
  app.get<PreviewRequest>('/preview/:locale/*', async (request, reply) => {
    const page = await renderDraft(request, options).catch(refusalOf);
    return sendToEditor(request, reply, page, previewOrigins);
  });
  app.get<LinkQuery>('/preview/live', (request, reply) => {
    const isOpen = previewOrigins.length > 0 && opens('editor', request.query, options);
    const page = isOpen ? livePreviewPage({ query: queryOf(request.query), origins: previewOrigins }) : null;
    return sendToEditor(request, reply, page, previewOrigins);
  });
  void app.register((scope, _options, done) => {
    parsePlainForms(scope);
    // Before the body is read, which may be long. Nor may another site have its text shown under our address.
    const refuseStrangers = async (request: FastifyRequest<LinkQuery>, reply: FastifyReply) => {
      const from = request.headers['sec-fetch-site'] ?? 'same-origin';
      if (from !== 'same-origin' || !opens('editor', request.query, options))
        await sendToEditor(request, reply, null, previewOrigins);
    };
    const limits = { bodyLimit: longestDraftBytes, onRequest: refuseStrangers };
    scope.post<LinkQuery>('/preview/unsaved', limits, async (request, reply) => {
      const page = await renderUnsaved(request, options).catch(refusalOf);
      return sendToEditor(request, reply, page, previewOrigins);
    });
    done();
  });
}

/**
 * Sends a page that only holders of a link see. Null: the link is wrong. `framedBy`: the sites that may show it in an
 * iframe.
 */
export function sendToEditor(
  request: FastifyRequest,
  reply: FastifyReply,
  page: RenderedPage | null,
  framedBy: readonly string[] = [],
): Promise<void> {
  const { headers, ...shown } = page ?? textPage(404, 'This link is not valid, or not any more. Ask for a new one.');
  reply.hijack();
  for (const [name, value] of Object.entries(siteHeaders)) reply.raw.setHeader(name, value);
  reply.raw.setHeader('x-robots-tag', 'noindex, nofollow');
  const policy = headers['content-security-policy'];
  const isFramed = framedBy.length > 0 && typeof policy === 'string';
  const ancestors = `frame-ancestors 'self' ${framedBy.join(' ')}`;
  const framed = isFramed && { 'content-security-policy': policy.replace("frame-ancestors 'none'", ancestors) };
  if (isFramed) reply.raw.removeHeader('x-frame-options');
  return sendRendered(request.raw, reply.raw, {
    ...shown,
    headers: { ...headers, ...framed, 'cache-control': 'no-store' },
  });
}

/** Whether a signed query opens this, and has not expired; never without a secret. */
export function opens(
  opened: Opened,
  query: LinkQuery['Querystring'],
  { previewSecret: secret, now }: Pick<PreviewOptions, 'previewSecret' | 'now'>,
): boolean {
  return secret !== null && holdsLink(opened, query, { secret, nowMs: now() });
}

/** The signed query, and nothing else that the address has. */
function queryOf({ until, signature }: LinkQuery['Querystring']): string {
  return new URLSearchParams({ until: String(until), signature: String(signature) }).toString();
}

async function renderDraft(request: FastifyRequest<PreviewRequest>, options: PreviewOptions) {
  const { params, query } = request;
  const slug = params['*'];
  const locale = locales.find((one): one is Locale => one === params.locale);
  if (!locale) return null;
  const isEditor = opens('editor', query, options);
  if (!isEditor && !opens({ slug }, query, options)) return null;
  const draft = await options.source.loadDraft(slug, AbortSignal.timeout(previewTimeoutMs));
  if (!draft) return isEditor ? textPage(404, `No page has the slug "${slug}".`) : null;
  return render({ draft, locale, isEditor, query: queryOf(query) }, options);
}

async function renderUnsaved(request: FastifyRequest<LinkQuery>, options: PreviewOptions) {
  const { draft: text } = request.body as { draft?: unknown };
  const read = unsavedDraft.safeParse(jsonOf(text));
  if (!read.success) return textPage(422, 'Only pages have a preview.');
  const { entry, locale } = read.data;
  const draft = await options.source.readUnsaved(entry, AbortSignal.timeout(previewTimeoutMs));
  if (!draft) return textPage(422, 'This CMS has no preview of what is not saved.');
  return render({ draft, locale, isEditor: true, query: queryOf(request.query) }, options);
}

function jsonOf(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}

interface ShownDraft {
  draft: Page;
  locale: Locale;
  isEditor: boolean;
  query: string;
}

async function render(
  { draft, locale, isEditor, query }: ShownDraft,
  { site, keeper, factsOf }: PreviewOptions,
): Promise<RenderedPage | null> {
  const content = keeper.content();
  const facts = factsOf(content);
  const slug = draft.slug === homeSlug ? '' : draft.slug;
  const page = await site?.render(writeAddress({ slug, locale }), { ...facts, draft: fillPage(draft, facts) });
  if (!page || page.status !== 200) return page ?? null;
  const html = linkPreviews(page.content.toString(), isEditor ? [draft, ...content.pages] : [draft], query);
  return { ...page, content: Buffer.from(html) };
}

/** Links to these pages, in whatever language, stay in the preview; the others lead to the site as it is. */
function linkPreviews(html: string, pages: readonly Page[], query: string): string {
  const previews = new Map<string, string>();
  for (const page of pages)
    for (const locale of locales) {
      const path = addressOf(page, locale);
      if (!previews.has(path)) previews.set(path, `${previewPath({ slug: page.slug, locale })}?${query}`);
    }
  return html.replace(/(<a\b[^<>]*?\bhref=")([^"]*)"/g, (whole, before: string, href: string) => {
    const [, path = '', hash = ''] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/s.exec(decode(href)) ?? [];
    const preview = previews.get(path);
    return preview === undefined ? whole : `${before}${encode(preview + hash)}"`;
  });
}

/**
 * The page that an editor sees if a draft cannot be shown. It may list the faults, because only holders of a signed
 * link see it.
 */
function refusalOf(fault: unknown): RenderedPage {
  if (fault instanceof ContentInvalid)
    return textPage(422, ['This draft cannot be published:', ...faultLines(fault)].join('\n'));
  if (fault instanceof ContentUnavailable) return textPage(503, `The draft could not be read now: ${fault.message}`);
  throw fault;
}

const faultLines = ({ faults }: ContentInvalid) => listFaults(faults.map(faultWords)).map((words) => `- ${words}`);

function textPage(status: number, text: string): RenderedPage {
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  };
  return { status, headers, content: Buffer.from(`${text}\n`) };
}
