import { createHash, createHmac } from 'node:crypto';
import { sameText } from '../../secrets/same-text.ts';
import type { SignatureScheme } from './http-description.ts';

/** The signature of a text or of bytes, as the scheme writes it. */
export function makeSignature(
  { algorithm, kind, encoding, prefix }: SignatureScheme,
  secret: string,
  over: string | Buffer,
): string {
  const maker = kind === 'hmac' ? createHmac(algorithm, secret) : createHash(algorithm);
  return `${prefix}${maker.update(over).digest(encoding)}`;
}

/** Compares in a time that says nothing of where they differ. Hexadecimal digits are the same in capitals. */
export function isSameSignature({ encoding }: SignatureScheme, given: string, expected: string): boolean {
  return encoding === 'hex' ? sameText(given.toLowerCase(), expected.toLowerCase()) : sameText(given, expected);
}
