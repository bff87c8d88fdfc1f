import { getPopups, readPopup } from '../../lib/contract/endpoints.ts';
import type { Popup } from '../../lib/contract/entities.ts';
import { callApi } from '../api.ts';
import { $session } from '../session.ts';
import { isPopupRead, rememberPopup } from './read-popups.ts';

/**
 * The popups that the server has for the customer and that were not closed in this browser. None where they cannot be loaded: a
 * popup is never in anybody's way. What was closed here and is sent again the server was not told; it is told now.
 */
export async function customerPopups(): Promise<Popup[]> {
  const result = await callApi(getPopups, { body: {} });
  if (!result.ok) return [];
  const isClosed = ({ id }: Popup) => isPopupRead(nameOf(id));
  for (const { id } of result.data.filter(isClosed)) void tell(id);
  return result.data.filter((popup) => !isClosed(popup));
}

/** Whether it was closed meanwhile, in another tab. */
export function isCustomerPopupRead(id: string): boolean {
  return isPopupRead(nameOf(id));
}

/** Marks a popup read, here and on the server. */
export function closeCustomerPopup(id: string): void {
  rememberPopup(nameOf(id));
  void tell(id);
}

const tell = (id: string) => callApi(readPopup, { body: { id }, keepalive: true });

/** One popup may be for all customers, and two of them may share a browser. */
function nameOf(id: string): string {
  return `${$session.get()?.user.uniqid ?? ''}:${id}`;
}
