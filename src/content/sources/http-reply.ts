import type { ContentSource } from '../content-source.ts';
import { ContentUnavailable } from '../content-source.ts';

/** What every source by HTTP has in common: time and size limits, and failures that count as "unavailable". */

const defaultTimeoutMs = 10_000;
/** The largest reply, in bytes. */
const mostBytes = 20 * 1024 * 1024;

/** The time limit of one call, beside the signal of its caller. */
export function timeLimit(timeoutMs = defaultTimeoutMs): (signal?: AbortSignal) => AbortSignal {
  return (signal) => {
    const own = AbortSignal.timeout(timeoutMs);
    return signal ? AbortSignal.any([signal, own]) : own;
  };
}

/**
 * A name for the source that includes its address, so that the stored copy of one CMS is not used for another, but
 * without secret parts of the address.
 */
export function nameOfCms(kind: string, { url }: { url: string }): string {
  const { origin, pathname } = new URL(url);
  return `${kind} at ${origin}${pathname.replace(/\/+$/, '')}`;
}

/** Runs a call. Everything that goes wrong rejects with ContentUnavailable, which names `path`. */
export async function answered<Answer>(path: string, ask: () => Promise<Answer>): Promise<Answer> {
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

/** The text of a reply. Rejects with ContentUnavailable if it is too large. */
export async function textOfReply(path: string, reply: Response): Promise<string> {
  const bytes = await bytesOf(reply);
  if (!bytes) throw new ContentUnavailable(`${path} answered more than ${mostBytes} bytes`);
  return new TextDecoder().decode(bytes);
}

export function jsonOfReply(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (fault) {
    // For example, PHP prints its notices before the JSON if they are switched on.
    throw new ContentUnavailable(`${path} answered something that is not JSON`, { cause: fault });
  }
}

/**
 * Loads a picture by its whole address; `path` names it in messages. Null: it does not exist, the host refuses it or
 * leads elsewhere, or it is too large to show.
 */
export function loadFile(
  { address, path, limited }: { address: URL; path: string; limited: (signal?: AbortSignal) => AbortSignal },
  { signal, known }: NonNullable<Parameters<ContentSource['loadPicture']>[1]> = {},
): ReturnType<ContentSource['loadPicture']> {
  return answered(path, async () => {
    const headers = {
      ...(known?.etag && { 'If-None-Match': known.etag }),
      ...(known?.modified && { 'If-Modified-Since': known.modified }),
    };
    const reply = await fetch(address, { headers, redirect: 'manual', signal: limited(signal) });
    if (reply.status === 304 && known) return 'unchanged';
    // Cockpit v1 leads whoever asks for a missing upload to its log-in page.
    if (reply.status >= 300 && reply.status < 500 && reply.status !== 429) return null;
    if (!reply.ok) throw new ContentUnavailable(`${path} answered ${reply.status}`);
    const bytes = await bytesOf(reply);
    const version = { etag: reply.headers.get('etag'), modified: reply.headers.get('last-modified') };
    return bytes && { bytes, version };
  });
}

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
