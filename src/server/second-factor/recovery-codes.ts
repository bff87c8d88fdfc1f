import { createHmac, hkdfSync } from 'node:crypto';

/** Crockford's digits, none of which can be mistaken for another. */
const digits = '0123456789abcdefghjkmnpqrstvwxyz';
const codeLength = 10;
const codesAtOnce = 10;

/** Ten codes of 50 random bits each, as `xxxxx-xxxxx`. */
export function makeRecoveryCodes(randomBytes: (length: number) => Buffer): string[] {
  return Array.from({ length: codesAtOnce }, () => {
    const code = [...randomBytes(codeLength)].map((byte) => digits[byte % digits.length]).join('');
    return `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`;
  });
}

/** A code in the form that is compared: without blanks and hyphens, in lower case. Codes of the app stay digits. */
export function plainCode(typed: string): string {
  return typed.replaceAll(/[\s\p{Pd}]/gu, '').toLowerCase();
}

export type RecoveryHash = (accountId: number, code: string) => Buffer;

/**
 * How a recovery code is stored: HMAC-SHA-256 with a key of its own, derived from the master key. 50 bits could be
 * found from a plain hash; without the key, the database alone allows no guesses. Letters that look like digits are
 * read as digits.
 */
export function createRecoveryHash(masterKey: Uint8Array): RecoveryHash {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'brokerkit recovery-codes', 32));
  return (accountId, code) => {
    const read = plainCode(code).replaceAll(/[il]/g, '1').replaceAll('o', '0');
    return createHmac('sha256', key).update(`${accountId}:${read}`).digest();
  };
}
