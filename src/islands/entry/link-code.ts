import type { LinkGoal } from '../../stores/entry/log-in-by-code.ts';

/** Where each goal is, and the ways on where the link leads nowhere. */
export type AutoLoginPaths = Readonly<Record<LinkGoal | 'logIn' | 'request', string>>;

const address = /\/autoLogin\/([^/]*)\/?$/;

/** The code of the page's address; empty where that is no text. */
export function readCode(): string {
  try {
    return decodeURIComponent(address.exec(location.pathname)?.[1] ?? '');
  } catch {
    return '';
  }
}

/** Takes a code that is worth nothing any more off the address: nobody has to read it over a shoulder. */
export function forgetCode(): void {
  history.replaceState(null, '', location.pathname.replace(address, '/autoLogin/-'));
}
