import { createHash } from 'node:crypto';

/**
 * The stored form of an access token, a device token or the code of a link: SHA-256. They are random, so no salt is
 * needed.
 */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
