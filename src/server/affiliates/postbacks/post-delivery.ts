import { createHmac } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import type { RequestOptions } from 'node:http';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import type { DeliveryFault } from '../../../lib/contract/affiliate/postback-calls.ts';
import { createReadGate } from '../../throttle/read-gate.ts';
import { isPublicAddress } from './public-address.ts';

/** The result of an attempt. `status`: the HTTP status, if the server answered. */
export interface DeliveryAnswer {
  status: number | null;
  /** Null: it was delivered. */
  fault: DeliveryFault | null;
}

export interface DeliveryPost {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Aborts the attempt. */
  signal: AbortSignal;
}

export type PostDelivery = (post: DeliveryPost) => Promise<DeliveryAnswer>;

export interface PostDeliveryOptions {
  /** The limit for an attempt, until the status line of the response has arrived. */
  timeoutMs: number;
  /** Whether addresses that are not public, or without TLS, are allowed. */
  allowsLocal: boolean;
  /** Resolves a name to all its addresses. */
  lookup?: (hostname: string) => Promise<LookupAddress[]>;
}

/** Some firewalls reject clients without a user agent. */
const ownHeaders = { 'user-agent': 'postbacks/1', 'content-type': 'application/json', connection: 'close' };

/**
 * Limits concurrent name lookups. Each occupies one of the few threads that password hashing and files also need, until
 * its name server answers or the system gives up, which may be long after the attempt is over.
 */
const lookups = { mostReads: 2, mostRequests: 50 };

/** How much of a response is read before the connection is closed: its content does not matter. */
const longestAnswerBytes = 4096;

/**
 * Posts JSON to an untrusted server. It connects only to public addresses, checked at connection time, so that DNS
 * rebinding cannot lead elsewhere; it follows no redirect, and reads next to nothing of the response. Never throws.
 */
export function createDeliveryPost({
  timeoutMs,
  allowsLocal,
  lookup = (hostname) => systemLookup(hostname, { all: true }),
}: PostDeliveryOptions): PostDelivery {
  const mayAsk = (address: string) => allowsLocal || isPublicAddress(address);
  const names = createReadGate<LookupAddress[]>(lookups);
  const guarded: LookupFunction = (hostname, options, done) => {
    names
      .read(hostname, () => lookup(hostname))
      .then((found) => {
        if (!found.ok) throw new Error('Too many names are waiting for a lookup');
        const allowed = found.value.filter(({ address }) => mayAsk(address));
        const [first] = allowed;
        if (!first) throw new NotPublic();
        if (options.all) done(null, allowed);
        else done(null, first.address, first.family);
      })
      .catch((fault: unknown) => done(fault as NodeJS.ErrnoException, []));
  };
  return ({ url, headers, body, signal: stop }) => {
    const address = addressFault(url, { allowsLocal });
    if (address) return Promise.resolve({ status: null, fault: address });
    const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]);
    const length = String(Buffer.byteLength(body));
    return send(new URL(url), body, {
      ...{ method: 'POST', agent: false, lookup: guarded, signal },
      headers: { ...ownHeaders, ...headers, 'content-length': length },
    });
  };
}

/**
 * Returns the fault of an address to which nothing may be sent, judged by its text alone; null if it is allowed. Names
 * are resolved only when connecting.
 */
export function addressFault(url: string, { allowsLocal }: { allowsLocal: boolean }): 'address' | null {
  if (!URL.canParse(url)) return 'address';
  const { protocol, hostname, username, password } = new URL(url);
  if (protocol !== 'https:' && !(allowsLocal && protocol === 'http:')) return 'address';
  if (username !== '' || password !== '') return 'address';
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const isPublic = isIP(host) === 0 ? !ownName.test(host) : isPublicAddress(host);
  return allowsLocal || isPublic ? null : 'address';
}

/** Names that always mean the machine itself (RFC 6761). */
const ownName = /(^|\.)localhost\.?$/;

function send(url: URL, body: string, options: RequestOptions): Promise<DeliveryAnswer> {
  return new Promise((resolve) => {
    const request = (url.protocol === 'https:' ? requestSecure : requestPlain)(url, options);
    request.on('error', (fault) => resolve({ status: null, fault: faultOf(fault) }));
    // A server that switches protocols is cut off without a response or an error event.
    request.on('close', () => resolve({ status: null, fault: 'connection' }));
    request.on('response', (response) => {
      const status = response.statusCode ?? 0;
      resolve({ status, fault: status >= 200 && status < 300 ? null : 'status' });
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > longestAnswerBytes) request.destroy();
      });
      response.on('error', () => undefined);
    });
    request.end(body);
  });
}

function faultOf(fault: Error): DeliveryFault {
  if (fault instanceof NotPublic) return 'address';
  return fault.name === 'AbortError' || fault.name === 'TimeoutError' ? 'timeout' : 'connection';
}

class NotPublic extends Error {
  override name = 'NotPublic';
}

/** The prefix of secrets as affiliates receive them; Base64 follows. */
const secretPrefix = 'whsec_';

export const secretBytes = 32;

/** A secret as it is shown to the affiliate. */
export const writtenSecret = (secret: Buffer): string => secretPrefix + secret.toString('base64');

export interface SignedDelivery {
  /** The same for every attempt. */
  id: string;
  /** Unix milliseconds of the attempt. */
  at: number;
  body: string;
}

/**
 * The headers that prove a delivery is ours and recent: Standard Webhooks (https://www.standardwebhooks.com),
 * HMAC-SHA256 over id, time and body.
 */
export function signDelivery(secret: Buffer, { id, at, body }: SignedDelivery): Record<string, string> {
  const seconds = Math.floor(at / 1000);
  const signature = createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signature}` };
}
