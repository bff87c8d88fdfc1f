import { resolve } from 'node:path';
import type { EnvironmentReader } from '../environment.ts';

/** What new passwords are checked against, besides the product's own list. */
export interface PasswordsConfig {
  /** An absolute path of a list of known passwords, one in each line; null: there is none. */
  knownPasswordsFile: string | null;
  /**
   * The URL from which ranges of hashes of breached passwords are requested, with a trailing slash; null: no service.
   */
  breachedPasswordsUrl: string | null;
}

export function readPasswords(read: EnvironmentReader): PasswordsConfig {
  const file = read.text('KNOWN_PASSWORDS_FILE', '');
  const url = read.url('BREACHED_PASSWORDS_URL', ['https:', 'http:']);
  return {
    knownPasswordsFile: file === '' ? null : resolve(file),
    breachedPasswordsUrl: url === null ? null : url.replace(/\/*$/, '/'),
  };
}
