import type { ContentSource } from '../content-source.ts';
import { ContentUnavailable } from '../content-source.ts';

/** A CMS of the configuration. */
export interface CockpitOptions {
  /** Where it is installed, with or without a slash at its end. */
  url: string;
  /** Reads drafts and what visitors wrote: it never leaves the server. */
  token: string;
  /** Told what an editor should put right and what stops nothing. */
  warn: (message: string) => void;
  /** How long one call may take. */
  timeoutMs?: number;
}

export interface CockpitCall {
  method?: 'GET' | 'POST';
  /** Below the address of the CMS: `/api/…`. */
  path: string;
  query?: Readonly<Record<string, string>>;
  /** JSON, or a form with files. */
  body?: unknown;
  signal?: AbortSignal | undefined;
}

export interface CockpitClient {
  /**
   * A reply that is JSON. Rejects with ContentUnavailable for everything else: other statuses, other bodies, silence.
   */
  json: (call: CockpitCall) => Promise<unknown>;
  /**
   * A file by its path on the CMS's host, as pictures name theirs. Null: there is none, or one that is too large to be
   * shown.
   */
  file: ContentSource['loadPicture'];
}

/** A status that is none of a success. */
export class CockpitRefusal extends ContentUnavailable {
  /** What the body says of it, where it says anything. */
  readonly reason: string | undefined;

  constructor(message: string, reason: string | undefined) {
    super(reason === undefined ? message : `${message}: ${reason}`);
    this.reason = reason;
  }
}

const defaultTimeoutMs = 10_000;
/** Of one reply. */
const mostBytes = 20 * 1024 * 1024;

/** `header` carries the token: an address with a token in it would stand in logs. */
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
        // A redirect would take the token along, to wherever it leads.
        redirect: 'error',
        signal: limited(signal),
      };
      const { ok, status, text } = await answered(path, async () => {
        const reply = await fetch(address, init);
        return { ok: reply.ok, status: reply.status, text: await textOf(path, reply) };
      });
      // The status first: bodies of failures have many shapes, and some are a success's.
      if (!ok) throw new CockpitRefusal(`${path} answered ${status}`, reasonIn(text));
      return parsed(path, text);
    },
    file(path, { signal, known } = {}) {
      return answered(path, async () => {
        const headers = {
          ...(known?.etag && { 'If-None-Match': known.etag }),
          ...(known?.modified && { 'If-Modified-Since': known.modified }),
        };
        const reply = await fetch(new URL(path, base), { headers, redirect: 'error', signal: limited(signal) });
        if (reply.status === 304 && known) return 'unchanged';
        if (reply.status === 404) return null;
        if (!reply.ok) throw new ContentUnavailable(`${path} answered ${reply.status}`);
        const bytes = await bytesOf(reply);
        const version = { etag: reply.headers.get('etag'), modified: reply.headers.get('last-modified') };
        return bytes && { bytes, version };
      });
    },
  };
}

/**
 * A source's name with its address, without what may be secret in that: what is kept of one CMS is not taken for
 * another's.
 */
export function nameOfCms(kind: string, { url }: Pick<CockpitOptions, 'url'>): string {
  const { origin, pathname } = new URL(url);
  return `${kind} at ${origin}${pathname.replace(/\/+$/, '')}`;
}

const isJson = (body: unknown) => body !== undefined && !(body instanceof FormData);

/** Null: there are more than this server wants to hold. */
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
    // A PHP that prints its notices puts them before the JSON.
    throw new ContentUnavailable(`${path} answered something that is not JSON`, { cause: fault });
  }
}

const longestReason = 100;

/** What a body says about a failure: `{error: "…"}`, or `{error: true, message: "…"}`, or nothing. */
function reasonIn(text: string): string | undefined {
  try {
    const { error, message } = JSON.parse(text) as { error?: unknown; message?: unknown };
    return [message, error].find((one) => typeof one === 'string')?.slice(0, longestReason);
  } catch {
    return undefined;
  }
}
