import { resolve } from 'node:path';
import type { EnvironmentReader } from '../environment.ts';

/** What new passwords are held against, besides what the product knows itself. */
export interface PasswordsConfig {
  /** A list of passwords that are known, one a line, absolute; null: there is none. */
  knownPasswordsFile: string | null;
  /** Where a range of hashes of breached passwords is asked for, with a slash at its end; null: nobody is asked. */
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
