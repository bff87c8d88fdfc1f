import { atom, computed, onMount } from 'nanostores';
import { setAutoTrading } from '../../lib/contract/endpoints.ts';
import { callApi } from '../api.ts';
import { expectChange } from '../authentication.ts';
import { $session } from '../session.ts';

/** Whether auto trading is on, as the server said it last, to this page or to another one. */
export const $isAutoTrading = computed($session, (session) => session?.user.auto_trading === 1);

/** What became of the last time it was switched here. */
export const $autoTradingSwitch = atom<'settled' | 'pending' | 'failed'>('settled');

// What became of a switch that failed is settled by a push: it is as was asked then.
onMount($autoTradingSwitch, () =>
  $isAutoTrading.listen(() => {
    if ($autoTradingSwitch.get() === 'failed') $autoTradingSwitch.set('settled');
  }),
);

/**
 * Switches auto trading on or off. It stays as it was until the server confirms; meanwhile another switch does nothing.
 */
export async function switchAutoTrading(isOn: boolean): Promise<void> {
  if ($autoTradingSwitch.get() === 'pending') return;
  $autoTradingSwitch.set('pending');
  const takeUser = expectChange();
  const result = await callApi(setAutoTrading, { body: { auto_trading: isOn ? 1 : 0 } });
  if (result.ok) takeUser(result.data);
  // Where only the answer was lost, a push has said it already.
  $autoTradingSwitch.set(result.ok || $isAutoTrading.get() === isOn ? 'settled' : 'failed');
}
