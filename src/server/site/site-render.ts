import { access } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { siteHeaders, strictTransport } from './page-headers.ts';
import { PageRecorder } from './page-recorder.ts';
import { sendRendered } from './send-rendered.ts';

/** Renders a page on demand and answers with it; false, with nothing written, where the site has no such route. */
export type RenderPage = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/** What pages are told by the server, as `Astro.locals`: see src/env.d.ts. */
export interface PageFacts {
  isAsset: (symbol: string) => Promise<boolean>;
}

type AstroHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
  locals: PageFacts,
) => Promise<void>;

export interface SiteRenderOptions {
  isSecure: (request: IncomingMessage) => boolean;
  facts: PageFacts;
}

/** The built site's own renderer for the routes that are not built ahead; null where every page is. */
export async function loadSiteRender(
  distDir: string,
  { isSecure, facts }: SiteRenderOptions,
): Promise<RenderPage | null> {
  const entry = join(distDir, 'server', 'entry.mjs');
  const exists = await access(entry).then(
    () => true,
    () => false,
  );
  if (!exists) return null;
  const { handler } = (await import(/* @vite-ignore */ pathToFileURL(entry).href)) as { handler: AstroHandler };

  return async (request, response) => {
    // A path of two slashes is a host to whoever parses it as a URL.
    if (!/^\/(?!\/)/.test(request.url ?? '')) return false;
    const recorder = new PageRecorder(request);
    await handler(request, recorder, () => undefined, facts);
    if (!recorder.page) return false;
    for (const [name, value] of Object.entries(siteHeaders)) response.setHeader(name, value);
    if (isSecure(request)) response.setHeader(...strictTransport);
    await sendRendered(request, response, recorder.page);
    return true;
  };
}
