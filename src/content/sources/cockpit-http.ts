import type { ContentSource } from '../content-source.ts';
import { ContentUnavailable } from '../content-source.ts';
import { answered, jsonOfReply, loadFile, textOfReply, timeLimit } from './http-reply.ts';

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

/** `header` carries the token: in an address, it would end up in logs. */
export function createCockpitClient(
  { url, token, timeoutMs }: CockpitOptions,
  header: 'Cockpit-Token' | 'api-key',
): CockpitClient {
  const base = url.replace(/\/+$/, '');
  const limited = timeLimit(timeoutMs);
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
        return { ok: reply.ok, status: reply.status, text: await textOfReply(path, reply) };
      });
      // Check the status first: bodies of failures have many shapes, and some look like success.
      if (!ok) throw new CockpitRefusal(`${path} answered ${status}`, reasonIn(text));
      return jsonOfReply(path, text);
    },
    file: (path, options) => loadFile({ address: new URL(path, base), path, limited }, options),
  };
}

const isJson = (body: unknown) => body !== undefined && !(body instanceof FormData);

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
