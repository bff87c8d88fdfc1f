import { ProviderUnavailable } from '../payment-driver.ts';

export interface ProviderRequest {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
}

/** An answer that is longer is none of what we asked for. */
const longestAnswerBytes = 262_144;

/** Asks a provider, which has `timeoutMs` for all of its answer. */
export type CallProvider = (request: ProviderRequest) => Promise<unknown>;

export interface ProviderCallOptions {
  timeoutMs: number;
  fetch?: typeof globalThis.fetch;
}

/**
 * Asks a provider and reads its JSON. Follows no redirect: what was signed for one address is told to no other. Throws
 * ProviderUnavailable for anything but JSON with a status of success; its message names no more than the status.
 */
export function createProviderCall(options: ProviderCallOptions): CallProvider {
  const fetchWhole = createWholeFetch(options);
  return async ({ url, ...init }) => {
    try {
      const response = await fetchWhole(url, init);
      if (!response.ok) throw new ProviderUnavailable(`The provider answered ${response.status}`);
      return (await response.json()) as unknown;
    } catch (fault) {
      if (fault instanceof ProviderUnavailable) throw fault;
      const why = fault instanceof SyntaxError ? 'something else than JSON' : 'nothing';
      throw new ProviderUnavailable(`The provider answered ${why}`, { cause: fault });
    }
  };
}

/**
 * A fetch whose answers have arrived as a whole: within the time, of a length that can be, and from the address that
 * was asked.
 */
export function createWholeFetch({ timeoutMs, fetch = globalThis.fetch }: ProviderCallOptions): typeof fetch {
  return async (url, init) => {
    const limit = AbortSignal.timeout(timeoutMs);
    const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit;
    const response = await fetch(url, { ...init, signal, redirect: 'error' });
    const { status, headers } = response;
    const body = await boundedBytes(response);
    // An answer of these statuses has no body, and may not be given one.
    return new Response([204, 205, 304].includes(status) ? null : body, { status, headers });
  };
}

async function boundedBytes(response: Response): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > longestAnswerBytes) throw new ProviderUnavailable('The provider answered without an end');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * The address of a page that a customer may be led to, as a provider names it; null for anything else. A page is
 * fetched by https, except where the provider itself (`asked`) is on this machine or without it, as in tests.
 */
export function pageAddress(text: string | null, asked: string): string | null {
  if (text === null || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const { protocol, hostname, origin } = new URL(text);
  const provider = new URL(asked);
  const isHere = isThisMachine(hostname) && isThisMachine(provider.hostname);
  return protocol === 'https:' || isHere || origin === provider.origin ? text : null;
}

const isThisMachine = (hostname: string) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
