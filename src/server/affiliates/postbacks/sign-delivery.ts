import { createHmac } from 'node:crypto';

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
