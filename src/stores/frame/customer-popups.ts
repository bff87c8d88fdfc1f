import { getPopups, readPopup } from '../../lib/contract/endpoints.ts';
import type { Popup } from '../../lib/contract/entities.ts';
import { callApi } from '../api.ts';
import { $session } from '../session.ts';
import { isPopupRead } from './read-popups.ts';

/**
 * A popup with what this browser remembers it by: one may be for all customers, and two of them may share a browser.
 */
export interface CustomerPopup extends Popup {
  name: string;
}

/**
 * The popups that the server has for the customer and that were not closed in this browser. None where they cannot be
 * loaded: a popup is never in anybody's way. What was closed here and is sent again the server was not told; it is told
 * now.
 */
export async function customerPopups(): Promise<CustomerPopup[]> {
  const result = await callApi(getPopups, { body: {} });
  const sent = result.ok ? result.data : [];
  const popups = sent.map((popup) => ({ ...popup, name: `${$session.get()?.user.uniqid ?? ''}:${popup.id}` }));
  return popups.filter(({ id, name }) => {
    const isClosed = isPopupRead(name);
    if (isClosed) tellRead(id);
    return !isClosed;
  });
}

/** Tells the server that a popup was closed; where it cannot be reached, the next page does. */
export function tellRead(id: string): void {
  void callApi(readPopup, { body: { id }, keepalive: true });
}
