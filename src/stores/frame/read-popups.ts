import { storageKeys } from '../../lib/contract/session.ts';

/** The popups that were closed in this browser, of the settings and of customers; no tab shows one of them again. */

/** Old ones leave: they are no longer sent by then. */
const mostRemembered = 200;

export function isPopupRead(id: string): boolean {
  return readPopups().includes(id);
}

export function rememberPopup(id: string): void {
  const ids = [...readPopups().filter((one) => one !== id), id];
  try {
    localStorage.setItem(storageKeys.popupsRead, JSON.stringify(ids.slice(-mostRemembered)));
  } catch {
    // A browser that keeps nothing is shown it on the next page again.
  }
}

function readPopups(): string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(storageKeys.popupsRead) ?? '');
    return Array.isArray(ids) ? ids.map(String) : [];
  } catch {
    return [];
  }
}
