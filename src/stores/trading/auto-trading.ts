import { atom, computed, onMount } from 'nanostores';
import { setAutoTrading } from '../../lib/contract/endpoints.ts';
import { callApi } from '../api.ts';
import { expectChange } from '../authentication.ts';
import { $session } from '../session.ts';

/** Whether auto trading is on, as the server last reported to any page of this browser. */
export const $isAutoTrading = computed($session, (session) => session?.user.auto_trading === 1);

/** The state of the last switch made on this page. */
export const $autoTradingSwitch = atom<'settled' | 'pending' | 'failed'>('settled');

// If a push reports a change after a switch has failed, the switch took effect after all.
onMount($autoTradingSwitch, () =>
  $isAutoTrading.listen(() => {
    if ($autoTradingSwitch.get() === 'failed') $autoTradingSwitch.set('settled');
  }),
);

/**
 * Switches auto trading on or off; `consent` is the version of the rule that the customer agrees to. The state changes
 * only when the server confirms; until then, another switch does nothing.
 */
export async function switchAutoTrading(isOn: boolean, consent?: string): Promise<void> {
  if ($autoTradingSwitch.get() === 'pending') return;
  $autoTradingSwitch.set('pending');
  const applyUser = expectChange();
  const result = await callApi(setAutoTrading, { body: { auto_trading: isOn ? 1 : 0, consent } });
  if (result.ok) applyUser(result.data);
  // If only the answer was lost, a push has already reported the change.
  $autoTradingSwitch.set(result.ok || $isAutoTrading.get() === isOn ? 'settled' : 'failed');
}
