import { ProviderUnavailable } from '../payment-provider.ts';

export interface ProviderRequest {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
}

/** Longer answers cannot be genuine and are rejected. */
const longestAnswerBytes = 262_144;

/** Sends a request to a provider; `timeoutMs` is the limit until the whole answer has arrived. */
export type CallProvider = (request: ProviderRequest) => Promise<unknown>;

export interface ProviderCallOptions {
  timeoutMs: number;
  fetch?: typeof globalThis.fetch;
}

/**
 * Creates a function that sends a request to a provider and parses the JSON of its answer. Follows no redirects: a
 * request signed for one address must not reach another. Throws ProviderUnavailable for anything but JSON with a
 * success status; the message contains only the status.
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
 * Creates a fetch that resolves with the complete body. It rejects if the time limit passes, the body is too long, or
 * the address redirects.
 */
export function createWholeFetch({ timeoutMs, fetch = globalThis.fetch }: ProviderCallOptions): typeof fetch {
  return async (url, init) => {
    const limit = AbortSignal.timeout(timeoutMs);
    const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit;
    const response = await fetch(url, { ...init, signal, redirect: 'error' });
    const { status, headers } = response;
    const body = await boundedBytes(response);
    // Responses with these statuses must not have a body.
    return new Response([204, 205, 304].includes(status) ? null : body, { status, headers });
  };
}

async function boundedBytes(response: Response): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > longestAnswerBytes) throw new ProviderUnavailable('The answer of the provider is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Returns the address of a payment page if customers may be sent there, else null. It must use https, or have the same
 * origin as the provider's own address (`asked`), or both must be on this machine, as in tests.
 */
export function pageAddress(text: string | null, asked: string): string | null {
  if (text === null || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const { protocol, hostname, origin } = new URL(text);
  const provider = new URL(asked);
  const isHere = isThisMachine(hostname) && isThisMachine(provider.hostname);
  return protocol === 'https:' || isHere || origin === provider.origin ? text : null;
}

const isThisMachine = (hostname: string) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
