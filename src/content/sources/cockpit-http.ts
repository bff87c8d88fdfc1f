import type { ContentSource } from '../content-source.ts';
import { ContentUnavailable } from '../content-source.ts';

/** A configured CMS. */
export interface CockpitOptions {
  /** Where it is installed, with or without a trailing slash. */
  url: string;
  /** The token can read drafts and visitors' messages, so it must never leave the server. */
  token: string;
  /** The timeout of one call, in milliseconds. */
  timeoutMs?: number;
}

export interface CockpitCall {
  method?: 'GET' | 'POST';
  /** Relative to the address of the CMS: `/api/…`. */
  path: string;
  query?: Readonly<Record<string, string>>;
  /** JSON, or a form with files. */
  body?: unknown;
  signal?: AbortSignal | undefined;
}

export interface CockpitClient {
  /**
   * Resolves to a JSON reply. Rejects with ContentUnavailable for everything else: other statuses, other bodies, no
   * answer.
   */
  json: (call: CockpitCall) => Promise<unknown>;
  /**
   * Loads a file by its path on the CMS's host, which is how pictures are named. Null: it does not exist, the CMS
   * refuses it or leads elsewhere, or it is too large to show.
   */
  file: ContentSource['loadPicture'];
}

/** The CMS answered with a status other than success. */
export class CockpitRefusal extends ContentUnavailable {
  /** The reason in the body, if there is one. */
  readonly reason: string | undefined;

  constructor(message: string, reason: string | undefined) {
    super(reason === undefined ? message : `${message}: ${reason}`);
    this.reason = reason;
  }
}

const defaultTimeoutMs = 10_000;
/** The largest reply, in bytes. */
const mostBytes = 20 * 1024 * 1024;

/** `header` carries the token: in an address, it would end up in logs. */
export function createCockpitClient(
  { url, token, timeoutMs = defaultTimeoutMs }: CockpitOptions,
  header: 'Cockpit-Token' | 'api-key',
): CockpitClient {
  const base = url.replace(/\/+$/, '');
  const limited = (signal?: AbortSignal) => {
    const own = AbortSignal.timeout(timeoutMs);
    return signal ? AbortSignal.any([signal, own]) : own;
  };
  return {
    async json({ method = 'GET', path, query, body, signal }) {
      const address = `${base}${path}${query ? `?${new URLSearchParams(query).toString()}` : ''}`;
      const init: RequestInit = {
        method,
        headers: { [header]: token, ...(isJson(body) && { 'Content-Type': 'application/json' }) },
        ...(body !== undefined && { body: isJson(body) ? JSON.stringify(body) : (body as FormData) }),
        // A redirect would send the token along, wherever it leads.
        redirect: 'error',
        signal: limited(signal),
      };
      const { ok, status, text } = await answered(path, async () => {
        const reply = await fetch(address, init);
        return { ok: reply.ok, status: reply.status, text: await textOf(path, reply) };
      });
      // Check the status first: bodies of failures have many shapes, and some look like success.
      if (!ok) throw new CockpitRefusal(`${path} answered ${status}`, reasonIn(text));
      return parsed(path, text);
    },
    file(path, { signal, known } = {}) {
      return answered(path, async () => {
        const headers = {
          ...(known?.etag && { 'If-None-Match': known.etag }),
          ...(known?.modified && { 'If-Modified-Since': known.modified }),
        };
        const reply = await fetch(new URL(path, base), { headers, redirect: 'manual', signal: limited(signal) });
        if (reply.status === 304 && known) return 'unchanged';
        // Version 1 leads whoever asks for a missing upload to its log-in page.
        if (reply.status >= 300 && reply.status < 500 && reply.status !== 429) return null;
        if (!reply.ok) throw new ContentUnavailable(`${path} answered ${reply.status}`);
        const bytes = await bytesOf(reply);
        const version = { etag: reply.headers.get('etag'), modified: reply.headers.get('last-modified') };
        return bytes && { bytes, version };
      });
    },
  };
}

/**
 * A name for the source that includes its address, so that the stored copy of one CMS is not used for another, but
 * without secret parts of the address.
 */
export function nameOfCms(kind: string, { url }: Pick<CockpitOptions, 'url'>): string {
  const { origin, pathname } = new URL(url);
  return `${kind} at ${origin}${pathname.replace(/\/+$/, '')}`;
}

const isJson = (body: unknown) => body !== undefined && !(body instanceof FormData);

/** Null: more bytes than this server accepts. */
async function bytesOf({ body }: Response): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > mostBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function textOf(path: string, reply: Response): Promise<string> {
  const bytes = await bytesOf(reply);
  if (!bytes) throw new ContentUnavailable(`${path} answered more than ${mostBytes} bytes`);
  return new TextDecoder().decode(bytes);
}

async function answered<Answer>(path: string, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (fault) {
    if (fault instanceof ContentUnavailable) throw fault;
    const isLate = fault instanceof Error && (fault.name === 'TimeoutError' || fault.name === 'AbortError');
    throw new ContentUnavailable(`${path} ${isLate ? 'was not answered in time' : 'could not be asked'}`, {
      cause: fault,
    });
  }
}

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (fault) {
    // For example, PHP prints its notices before the JSON if they are switched on.
    throw new ContentUnavailable(`${path} answered something that is not JSON`, { cause: fault });
  }
}

const longestReason = 100;

/** The reason in the body of a failure: `{error: "…"}`, or `{error: true, message: "…"}`, or none. */
function reasonIn(text: string): string | undefined {
  try {
    const { error, message } = JSON.parse(text) as { error?: unknown; message?: unknown };
    return [message, error].find((one) => typeof one === 'string')?.slice(0, longestReason);
  } catch {
    return undefined;
  }
}
