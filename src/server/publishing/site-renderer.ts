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
      // To HEAD, Astro answers an empty page: what is said of a page is said of the whole one.
      const whole = request.method === 'HEAD' ? copyOf(request, 'GET') : request;
      const recorder = new PageRecorder(whole);
      await handler(whole, recorder, () => undefined, { site });
      return recorder.page;
    },
  };
}

/** A request that nobody made, for a page that is rendered ahead of all. */
export function requestFor(path: string, origin: string): IncomingMessage {
  const { host, protocol } = new URL(origin);
  const headers = { host, 'x-forwarded-proto': protocol.slice(0, -1) };
  return copyOf({ socket: new Socket(), url: path, headers }, 'GET');
}

function copyOf({ socket, url, headers }: Pick<IncomingMessage, 'socket' | 'url' | 'headers'>, method: string) {
  return Object.assign(new IncomingMessage(socket), { method, url, headers });
}
