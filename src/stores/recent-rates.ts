import type { getCandles } from '../lib/contract/calls.ts';
import type { Candle } from '../lib/contract/entities.ts';
import type { Envelope } from '../lib/contract/envelope.ts';
import { apiOrigin } from './realtime/api-server.ts';

const daySeconds = 24 * 60 * 60;

/**
 * Loads the candles of 15 minutes of one asset over the last 24 hours, oldest first, without caching them. Empty if
 * that fails. Does not use stores/api.ts and has its own copy of the path, so that a visitor's page does not load the
 * list of endpoints; the compiler checks the path against the contract.
 */
export async function loadDayOfCandles(symbol: string): Promise<Candle[]> {
  const to = Math.floor(Date.now() / 1000);
  const query = new URLSearchParams({ symbol, resolution: '15m', from: String(to - daySeconds), to: String(to) });
  try {
    const response = await fetch(
      `${apiOrigin}/api/get/candles?${query}` satisfies `${string}${(typeof getCandles)['path']}?${string}`,
    );
    const answer = (await response.json()) as Envelope<Candle[]>;
    return answer.status === 'success' ? answer.data : [];
  } catch {
    return [];
  }
}
