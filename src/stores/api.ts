import type { Endpoint } from '../lib/contract/call.ts';
import type { Envelope } from '../lib/contract/envelope.ts';
import type { CallTo } from '../lib/contract/every-call.ts';
import { isProblemCode, refuse } from '../lib/contract/problem.ts';
import type { Result } from '../lib/contract/problem.ts';
import { apiOrigin, applyServerTime } from './realtime/api-server.ts';
import { $session, forgetSession } from './session.ts';

type CallTypes = Record<'body' | 'query' | 'params', unknown>;

/** The input of a call: its body, query and path parameters, if it has them. */
interface CallInput<Types extends CallTypes> {
  body?: Types['body'];
  query?: Types['query'];
  /** Keyed by the names in braces in the path. */
  params?: Types['params'];
  /** Lets the request outlive the page. */
  keepalive?: boolean;
  /** How long to wait for an answer, in milliseconds. */
  patienceMs?: number;
}

/** A server that has not answered within this time probably never will; the caller can try again. */
export const longestCallMs = 30_000;

/**
 * Makes one call of the contract with the session's access token. The result is `UNAVAILABLE` if the server cannot be
 * reached, does not answer in time or does not answer with the envelope; the server may still have carried out the
 * request. A session that the server no longer knows is forgotten here too.
 */
export async function callApi<To extends Endpoint>(
  call: To,
  input: CallInput<CallTo<To>> = {},
): Promise<Result<{ data: CallTo<To>['data'] }>> {
  const accessToken = $session.get()?.access_token;
  return readAnswer(await request(call, input, accessToken), accessToken) as Result<{ data: CallTo<To>['data'] }>;
}

/** Reads the answer to a call made with this access token; `UNAVAILABLE` if it is not an envelope. */
export function readAnswer(answer: unknown, accessToken: string | undefined): Result<{ data: unknown }> {
  const envelope = asEnvelope(answer);
  if (!envelope) return refuse('UNAVAILABLE');
  if (envelope.status === 'success') return { ok: true, data: envelope.data };
  const { code, fields } = envelope.error;
  if (code === 'UNAUTHENTICATED' && accessToken === $session.get()?.access_token) forgetSession();
  if (!isProblemCode(code)) return refuse('INTERNAL');
  return { ok: false, problem: fields ? { code, fields } : { code } };
}

async function request(
  { method, path }: Endpoint,
  { body, query, params, keepalive, patienceMs = longestCallMs }: CallInput<CallTypes>,
  accessToken: string | undefined,
): Promise<unknown> {
  const headers: Record<string, string> = {};
  if (accessToken) headers['authorization'] = `Bearer ${accessToken}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  const address = filled(path, params) + queryText(query);
  try {
    // In most builds `apiOrigin` is empty and the bundler removes this condition; plain concatenation would stay and
    // cost bytes.
    const response = await fetch(apiOrigin ? apiOrigin + address : address, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(keepalive && { keepalive }),
      signal: AbortSignal.timeout(patienceMs),
    });
    applyServerTime(response.headers.get('date'));
    return await response.json();
  } catch {
    return null;
  }
}

function filled(path: string, params: unknown): string {
  if (typeof params !== 'object' || params === null) return path;
  return Object.entries(params).reduce(
    (address, [name, value]) => address.replace(`{${name}}`, encodeURIComponent(String(value))),
    path,
  );
}

function queryText(query: unknown): string {
  if (typeof query !== 'object' || query === null) return '';
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return pairs.length ? `?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}` : '';
}

function asEnvelope(value: unknown): Envelope<unknown> | null {
  if (typeof value !== 'object' || value === null || !('status' in value)) return null;
  if (value.status === 'success' && 'data' in value) return { status: 'success', data: value.data };
  if (value.status === 'error' && 'error' in value && value.error) return value as Envelope<unknown>;
  return null;
}
