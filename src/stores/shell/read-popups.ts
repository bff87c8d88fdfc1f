import * as storageKeys from '../../lib/contract/storage-keys.ts';

/**
 * The popups that were closed in this browser, those of the settings and those of customers. No tab shows them again.
 */

/** Only this many ids are kept, the newest; older popups are no longer sent. */
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
