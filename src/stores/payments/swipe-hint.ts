import { storageKeys } from '../../lib/contract/session.ts';

/** Whether this browser has not been shown yet that lists can be swiped; asking for it counts as showing it. */
export function takeSwipeHint(): boolean {
  try {
    if (localStorage.getItem(storageKeys.swipeHint) !== null) return false;
    localStorage.setItem(storageKeys.swipeHint, 'shown');
    return true;
  } catch {
    // A browser that keeps nothing would show it on each page.
    return false;
  }
}
