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

/** What came of a try. `status`: what the server answered, if it did. */
export interface DeliveryAnswer {
  status: number | null;
  /** Null: it was taken. */
  fault: DeliveryFault | null;
}

export interface DeliveryPost {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Breaks the try off. */
  signal: AbortSignal;
}

export type PostDelivery = (post: DeliveryPost) => Promise<DeliveryAnswer>;

export interface PostDeliveryOptions {
  /** For all of a try until the first line of the answer has come. */
  timeoutMs: number;
  /** Addresses that are no public ones are asked too, and those without TLS. */
  allowsLocal: boolean;
  /** All addresses of a name. */
  lookup?: (hostname: string) => Promise<LookupAddress[]>;
}

/** Firewalls turn away who does not say what it is. */
const ownHeaders = { 'user-agent': 'postbacks/1', 'content-type': 'application/json', connection: 'close' };

/**
 * Names that are looked up at a time. Each holds one of the few threads that passwords and files need too, until its
 * name server answers or the system gives up, long after the try is over.
 */
const lookups = { mostReads: 2, mostRequests: 50 };

/** What of an answer is read before the connection is cut: nothing in it matters. */
const longestAnswerBytes = 4096;

/**
 * Posts JSON to the server of somebody whom nobody has to trust: only to public addresses, looked at when the
 * connection is made, so that no name leads elsewhere by then; follows no redirect, and reads next to nothing of the
 * answer. Never throws.
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
        if (!found.ok) throw new Error('Too many names wait to be looked up');
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
 * Why an address as it is written is none that is asked; null where it may be: a name is looked up only when it is
 * asked.
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

/** Every machine's name for itself (RFC 6761). */
const ownName = /(^|\.)localhost\.?$/;

function send(url: URL, body: string, options: RequestOptions): Promise<DeliveryAnswer> {
  return new Promise((resolve) => {
    const request = (url.protocol === 'https:' ? requestSecure : requestPlain)(url, options);
    request.on('error', (fault) => resolve({ status: null, fault: faultOf(fault) }));
    // Whoever answers that it speaks another protocol from here on is cut off without an answer and without a fault.
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

/** Secrets as affiliates are given them: what stands behind this is Base64. */
const secretPrefix = 'whsec_';

export const secretBytes = 32;

/** The secret as an affiliate keeps it. */
export const writtenSecret = (secret: Buffer): string => secretPrefix + secret.toString('base64');

export interface SignedDelivery {
  /** The same at every try. */
  id: string;
  /** Unix milliseconds of the try. */
  at: number;
  body: string;
}

/**
 * The headers by which an affiliate tells that a delivery is ours and was made just now: those of Standard Webhooks
 * (https://www.standardwebhooks.com), HMAC-SHA256 over id, time and body.
 */
export function signDelivery(secret: Buffer, { id, at, body }: SignedDelivery): Record<string, string> {
  const seconds = Math.floor(at / 1000);
  const signature = createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signature}` };
}
