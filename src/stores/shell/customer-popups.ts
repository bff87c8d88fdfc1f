import { getPopups, readPopup } from '../../lib/contract/endpoints.ts';
import type { Popup } from '../../lib/contract/entities.ts';
import { callApi } from '../api.ts';
import { $session } from '../session.ts';
import { isPopupRead } from './read-popups.ts';

/**
 * A popup and the name under which this browser remembers it. The name includes the customer, because several customers
 * may share a browser, and one popup may be sent to all of them.
 */
export interface CustomerPopup extends Popup {
  name: string;
}

/**
 * The server's popups for the customer, without those closed in this browser; none if loading fails. If the server
 * sends a popup that was closed here, it missed the report of the closing, so the report is sent again.
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

/** Reports to the server that a popup was closed; if that fails, the next page tries again. */
export function tellRead(id: string): void {
  void callApi(readPopup, { body: { id }, keepalive: true });
}
