import { getPopups, readPopup } from '../../lib/contract/endpoints.ts';
import type { Popup } from '../../lib/contract/entities.ts';
import { callApi } from '../api.ts';
import { $session } from '../session.ts';
import { isPopupRead } from './read-popups.ts';

/**
 * A popup with the name under which this browser remembers it. The name includes the customer, because a popup may be
 * for all customers and several may share a browser.
 */
export interface CustomerPopup extends Popup {
  name: string;
}

/**
 * The server's popups for the customer, without those closed in this browser; none if loading fails. If the server
 * sends a popup that was closed here, it missed the message, so it is told again.
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

/** Tells the server that a popup was closed; if that fails, the next page tries again. */
export function tellRead(id: string): void {
  void callApi(readPopup, { body: { id }, keepalive: true });
}
