import type { Call } from '../../../src/lib/contract/call.ts';
import type { Envelope } from '../../../src/lib/contract/envelope.ts';
import type { TestApp } from '../test-app.ts';

/** A request, and the address that it comes from; the app reads the address from its proxy's header. */
export interface Visit {
  body?: unknown;
  params?: Record<string, string>;
  query?: Record<string, string>;
  accessToken?: string;
  address?: string;
  acceptLanguage?: string;
}

export interface VisitAnswer<Data> {
  status: number;
  retryAfter: number;
  /** The problem's code; undefined if the call succeeded. */
  code: string | undefined;
  fields: Record<string, string> | undefined;
  data: Data | undefined;
}

let lastAddress = 0;
/** An address that has sent nothing before. */
export function freshAddress(): string {
  lastAddress += 1;
  return `198.18.${lastAddress >> 8}.${lastAddress & 255}`;
}

/** Makes a call of the contract as a browser behind the proxy does, by default from a fresh address. */
export async function visit<Data>(
  shop: Pick<TestApp, 'url'>,
  call: Call<unknown, unknown, Data>,
  { body = {}, params = {}, query, accessToken, address = freshAddress(), acceptLanguage }: Visit = {},
): Promise<VisitAnswer<Data>> {
  const path = call.path.replace(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? '');
  const response = await fetch(`${shop.url}${path}${query ? `?${new URLSearchParams(query).toString()}` : ''}`, {
    method: call.method,
    headers: {
      'x-forwarded-for': address,
      ...(call.method === 'POST' && { 'content-type': 'application/json' }),
      ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
      ...(acceptLanguage !== undefined && { 'accept-language': acceptLanguage }),
    },
    ...(call.method === 'POST' && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Envelope<Data>;
  return {
    status: response.status,
    retryAfter: Number(response.headers.get('retry-after')),
    code: answer.status === 'error' ? answer.error.code : undefined,
    fields: answer.status === 'error' ? answer.error.fields : undefined,
    data: answer.status === 'success' ? answer.data : undefined,
  };
}

/** The events in one customer's audit log since an instant (unix milliseconds), sorted by time and name. */
export async function auditOf(shop: Pick<TestApp, 'app'>, email: string, since = 0) {
  const { rows } = await shop.app.database.query<{
    event: string;
    actor: string;
    address: string | null;
    details: Record<string, unknown>;
  }>(
    `select event, actor, e.address, details from audit_entries e join accounts a on a.id = e.account_id
     where a.email = $1 and at >= $2 order by at, event`,
    [email, new Date(since)],
  );
  return rows;
}
