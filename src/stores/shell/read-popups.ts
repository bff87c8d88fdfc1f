import { storageKeys } from '../../lib/contract/session.ts';

/** The popups that were closed in this browser, both of the settings and of customers; no tab shows them again. */

/** Older ones are dropped; they are no longer sent by then. */
const mostRemembered = 200;

export function isPopupRead(id: string): boolean {
  return readPopups().includes(id);
}

export function rememberPopup(id: string): void {
  const ids = [...readPopups().filter((one) => one !== id), id];
  try {
    localStorage.setItem(storageKeys.popupsRead, JSON.stringify(ids.slice(-mostRemembered)));
  } catch {
    // Without storage, the popup is shown again on the next page.
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
