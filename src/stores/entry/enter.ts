import { logout } from '../../lib/contract/endpoints.ts';
import type { User } from '../../lib/contract/entities.ts';
import { storageKeys } from '../../lib/contract/session.ts';
import { callApi } from '../api.ts';
import { $session, beginSession } from '../session.ts';

/** What every way in answers with. */
export interface Entered {
  access_token: string;
  user: User;
  device: string;
}

/**
 * Keeps the session that a way in opened, and what the browser is known by from now on. A session that was here before
 * is over: the server is told, the other tabs follow.
 */
export function enter({ access_token, user, device }: Entered): void {
  if ($session.get()) void callApi(logout, { keepalive: true });
  write(storageKeys.device, device);
  beginSession({ access_token, user });
}

/**
 * What the last log-in left, so that wrong attempts of strangers do not keep its owner out; it stays after a log-out.
 */
export function knownDevice(): string | undefined {
  return read(storageKeys.device, /^[\w-]{20,100}$/);
}

/** What is kept under a name, where it has the form that the contract takes; a browser may keep anything. */
export function read(key: string, form: RegExp): string | undefined {
  try {
    const kept = localStorage.getItem(key) ?? '';
    return form.test(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A browser that keeps nothing is let in all the same.
  }
}
