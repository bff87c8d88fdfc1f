import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';

/** Encrypts data that must not be readable at rest. */
export interface SecretBox {
  /**
   * Encrypts by AES-256-GCM with a fresh nonce. `context` names what is sealed (`account:12`); only the same context
   * opens it.
   */
  seal: (plain: Uint8Array, context: string) => Buffer;
  /** Throws if it was changed, or sealed with another key or context. */
  open: (sealed: Uint8Array, context: string) => Buffer;
}

export interface SecretBoxOptions {
  /** The configured key, 32 bytes. */
  masterKey: Uint8Array;
  /** Each purpose has a key of its own, derived from the master key. */
  purpose: string;
  randomBytes: (length: number) => Buffer;
}

const algorithm = 'aes-256-gcm';
/** The first byte of the output, which distinguishes later formats. */
const version = 1;
const nonceBytes = 12;
const tagBytes = 16;

/** Makes a box for one purpose. Its output is version, nonce, tag, ciphertext. */
export function createSecretBox({ masterKey, purpose, randomBytes }: SecretBoxOptions): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', `brokerkit ${purpose}`, 32));
  return {
    seal(plain, context) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), sealed]);
    },
    open(sealed, context) {
      if (sealed[0] !== version) throw new Error('The sealed data has an unknown version');
      const nonce = sealed.subarray(1, 1 + nonceBytes);
      const tag = sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes);
      const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
      return Buffer.concat([decipher.update(sealed.subarray(1 + nonceBytes + tagBytes)), decipher.final()]);
    },
  };
}
