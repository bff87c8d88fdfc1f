import { atom } from 'nanostores';
import { getPerformance } from '../../lib/contract/endpoints.ts';
import type { PerformanceFacts, PerformancePeriod } from '../../lib/contract/performance-call.ts';
import { callApi } from '../api.ts';
import { onClosed } from './history.ts';

/** While another period is loading, or if that fails, `facts` are those of the period before. */
export interface PerformanceState {
  period: PerformancePeriod;
  status: 'loading' | 'ready' | 'failed';
  facts: PerformanceFacts | null;
}

export const $performance = atom<PerformanceState>({ period: '12m', status: 'loading', facts: null });

let newestRequest = 0;

/**
 * Loads a period. Without one it refreshes the shown one, whose figures stay until the answer arrives, and also if that
 * fails. Of two concurrent loads only the newer one counts.
 */
export async function loadPerformance(chosen?: PerformancePeriod): Promise<void> {
  const request = ++newestRequest;
  const known = $performance.get();
  const period = chosen ?? known.period;
  if (chosen || known.status === 'failed') $performance.set({ ...known, period, status: 'loading' });
  const answer = await callApi(getPerformance, { body: { period } });
  if (request !== newestRequest) return;
  const state = $performance.get();
  if (answer.ok) $performance.set({ period, status: 'ready', facts: answer.data });
  else if (state.status === 'loading') $performance.set({ ...state, status: 'failed' });
}

/** Keeps the figures current while they are shown. Returns a stop function. */
export function followPerformance(): () => void {
  void loadPerformance();
  return onClosed(() => void loadPerformance());
}
