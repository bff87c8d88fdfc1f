import { atom } from 'nanostores';
import { getBalanceSummary } from '../../lib/contract/endpoints.ts';
import type { Balance } from '../../lib/contract/entities.ts';
import { summarise } from '../../lib/trading/margin.ts';
import type { BalanceSummary } from '../../lib/trading/margin.ts';
import { toMinor } from '../../lib/money.ts';
import type { CustomerConnection } from '../connection.ts';
import { $positions, openProfitMinor, reconcile } from './positions.ts';

/** The balance summary as last reported by the server; null before that. */
export const $balance = atom<Balance | null>(null);

/** Keeps `$balance` current: pushed after every commit, and polled every 5 s. Returns a stop function. */
export function followBalance(connection: CustomerConnection): () => void {
  async function refresh() {
    const known = $balance.get();
    const answer = await connection.ask(getBalanceSummary, null);
    // Data that arrived in the meantime may be newer than this answer.
    if (answer && !answer.error && known === $balance.get()) applyBalance(answer.data);
  }
  const stops = [connection.onBalance(applyBalance), reconcile(connection, refresh)];
  return () => stops.forEach((stop) => stop());
}

/** Ignores a summary in which only profit and equity differ: they move with every price and are computed here. */
export function applyBalance(next: Balance): void {
  const known = $balance.get();
  if (known && known.balance === next.balance && known.freeMargin === next.freeMargin) return;
  $balance.set(next);
}

/** The summary at live prices, in minor units; null until balance and positions are known. */
export function liveSummary(): BalanceSummary | null {
  const balance = $balance.get();
  const positions = $positions.get();
  if (!balance || positions.status !== 'ready') return null;
  const balanceMinor = toMinor(balance.balance);
  const openProfit = positions.open.reduce((sum, position) => sum + openProfitMinor(position), 0);
  return summarise({
    balanceMinor,
    investedMinor: balanceMinor - toMinor(balance.freeMargin),
    openProfitMinor: openProfit,
  });
}
