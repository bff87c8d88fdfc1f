import { persistentAtom, persistentJSON } from '@nanostores/persistent';
import { computed } from 'nanostores';
import { $customerId } from '../customer-id.ts';

/** Where the ticket is on a wide screen: beside the market list or below it. A narrower one always has it below. */
export const $ticketDock = persistentAtom<'beside' | 'below'>('ticket-dock', 'beside', {
  encode: String,
  decode: (text) => (text === 'below' ? 'below' : 'beside'),
});

/** Those who have accepted one-click trading in this browser: nobody else's keys may send orders. */
const $oneClickIds = persistentJSON<readonly string[]>('one-click-customers', []);

/** Whether one press of Sell or Buy, or of its key, sends an order, wherever it is on the screen. */
export const $oneClick = computed([$oneClickIds, $customerId], (ids, id) => ids.includes(id));

export function switchOneClick(isOn: boolean): void {
  const id = $customerId.get();
  const others = $oneClickIds.get().filter((other) => other !== id);
  $oneClickIds.set(isOn && id !== '' ? [...others, id] : others);
}
