import { createHmac, hkdfSync } from 'node:crypto';

/** The digits of Crockford's Base32, none of which can be mistaken for another. */
const digits = '0123456789abcdefghjkmnpqrstvwxyz';
const codeLength = 10;
const codesAtOnce = 10;

/** Makes ten codes of 50 random bits each, in the form `xxxxx-xxxxx`. */
export function makeRecoveryCodes(randomBytes: (length: number) => Buffer): string[] {
  return Array.from({ length: codesAtOnce }, () => {
    const code = [...randomBytes(codeLength)].map((byte) => digits[byte % digits.length]).join('');
    return `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`;
  });
}

/** Normalises a typed code: removes spaces and hyphens, and changes letters to lower case. */
export function plainCode(typed: string): string {
  return typed.replaceAll(/[\s\p{Pd}]/gu, '').toLowerCase();
}

export type RecoveryHash = (accountId: number, code: string) => Buffer;

/**
 * Creates the hash under which recovery codes are stored: HMAC-SHA-256 with a separate key, derived from the master
 * key. 50 bits could be guessed from a plain hash; here somebody who has only the database cannot test a guess. Letters
 * that look like digits are read as digits.
 */
export function createRecoveryHash(masterKey: Uint8Array): RecoveryHash {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'brokerkit recovery-codes', 32));
  return (accountId, code) => {
    const read = plainCode(code).replaceAll(/[il]/g, '1').replaceAll('o', '0');
    return createHmac('sha256', key).update(`${accountId}:${read}`).digest();
  };
}
