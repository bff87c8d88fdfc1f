import { IncomingMessage } from 'node:http';
import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SiteFacts } from '../../content/site-facts.ts';
import { PageRecorder } from './page-recorder.ts';
import type { RenderedPage } from '../site/send-rendered.ts';

/** The built site's own renderer. */
export interface SiteRenderer {
  /** The page that answers a request; null where the site has no such route. */
  render: (request: IncomingMessage, facts: SiteFacts) => Promise<RenderedPage | null>;
}

type AstroHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
  locals: { site: SiteFacts },
) => Promise<void>;

/** Loads the renderer of a built site; null where the build left none. */
export async function loadSiteRenderer(distDir: string): Promise<SiteRenderer | null> {
  const entry = join(distDir, 'server', 'entry.mjs');
  const exists = await access(entry).then(
    () => true,
    () => false,
  );
  if (!exists) return null;
  const { handler } = (await import(/* @vite-ignore */ pathToFileURL(entry).href)) as { handler: AstroHandler };

  return {
    async render(request, site) {
      // A path of two slashes is a host to whoever parses it as a URL.
      if (!/^\/(?!\/)/.test(request.url ?? '')) return null;
      const recorder = new PageRecorder(request);
      await handler(request, recorder, () => undefined, { site });
      return recorder.page;
    },
  };
}

/** A request that nobody made, for a page that is rendered ahead of all. */
export function requestFor(path: string, origin: string): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.method = 'GET';
  request.url = path;
  request.headers = { host: new URL(origin).host, 'x-forwarded-proto': new URL(origin).protocol.slice(0, -1) };
  return request;
}
