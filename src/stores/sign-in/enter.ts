import { logout } from '../../lib/contract/endpoints.ts';
import type { User } from '../../lib/contract/entities.ts';
import { storageKeys } from '../../lib/contract/session.ts';
import { callApi } from '../api.ts';
import { $session, beginSession } from '../session.ts';

/** What every sign-in returns. */
export interface Entered {
  access_token: string;
  user: User;
  device: string;
}

/**
 * Keeps the session that a sign-in opened, and its device token. Ends an earlier session on the server; the other tabs
 * switch to the new session.
 */
export function enter({ access_token, user, device }: Entered): void {
  if ($session.get()) void callApi(logout, { keepalive: true });
  write(storageKeys.device, device);
  beginSession({ access_token, user });
}

/**
 * The device token of the last log-in, also after a log-out. With it, strangers' wrong passwords do not lock the owner
 * out.
 */
export function knownDevice(): string | undefined {
  return read(storageKeys.device, /^[\w-]{20,100}$/);
}

/** Reads a stored value if it has the form that the contract accepts; storage may contain anything. */
export function read(key: string, form: RegExp): string | undefined {
  try {
    const stored = localStorage.getItem(key) ?? '';
    return form.test(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Signing in works without storage too.
  }
}

/** The language of the page, in which the server then writes its mails. */
export const pageLanguage = () => (typeof document === 'undefined' ? undefined : document.documentElement.lang);
