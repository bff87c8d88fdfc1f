import { storageKeys } from '../../lib/contract/session.ts';

/**
 * Whether to show the hint that lists can be swiped. The call marks it as shown: it returns true only once per browser.
 */
export function claimSwipeHint(): boolean {
  try {
    if (localStorage.getItem(storageKeys.swipeHint) !== null) return false;
    localStorage.setItem(storageKeys.swipeHint, 'shown');
    return true;
  } catch {
    // Without storage, the hint would appear on every page.
    return false;
  }
}
