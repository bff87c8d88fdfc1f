import { createHmac, hkdfSync } from 'node:crypto';

/** Crockford's digits: nothing in them is taken for another. */
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

/** A code as it is compared: without blanks and hyphens, in lower case. The app's stay digits. */
export function plainCode(typed: string): string {
  return typed.replaceAll(/[\s\p{Pd}]/gu, '').toLowerCase();
}

export type RecoveryHash = (accountId: number, code: string) => Buffer;

/**
 * How a recovery code is stored: HMAC-SHA-256 under a key of its own, derived from the master's. 50 bits could be found
 * from a plain hash; with the database alone nobody can try any. Letters that look like digits are read as these.
 */
export function createRecoveryHash(masterKey: Uint8Array): RecoveryHash {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'brokerkit recovery-codes', 32));
  return (accountId, code) => {
    const read = plainCode(code).replaceAll(/[il]/g, '1').replaceAll('o', '0');
    return createHmac('sha256', key).update(`${accountId}:${read}`).digest();
  };
}
