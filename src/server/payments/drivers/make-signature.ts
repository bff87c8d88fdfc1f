import { createHash, createHmac } from 'node:crypto';
import { sameText } from '../../secrets/same-text.ts';
import type { SignatureScheme } from './http-description.ts';

/** Signs a text or bytes, in the encoding of the scheme. */
export function makeSignature(
  { algorithm, kind, encoding, prefix }: SignatureScheme,
  secret: string,
  over: string | Buffer,
): string {
  const maker = kind === 'hmac' ? createHmac(algorithm, secret) : createHash(algorithm);
  return `${prefix}${maker.update(over).digest(encoding)}`;
}

/** Compares in constant time. Hexadecimal digits may be in upper or lower case. */
export function isSameSignature({ encoding }: SignatureScheme, given: string, expected: string): boolean {
  return encoding === 'hex' ? sameText(given.toLowerCase(), expected.toLowerCase()) : sameText(given, expected);
}
