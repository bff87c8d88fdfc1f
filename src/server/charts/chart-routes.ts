import type { FastifyInstance } from 'fastify';
import { getChart, saveChart } from '../../lib/contract/chart/chart-calls.ts';
import { chartLayout } from '../../lib/contract/chart/chart-layout.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { Queries } from '../db/database.ts';
import { registerCall } from '../http/register-call.ts';
import type { Market } from '../market/market.ts';
import type { Runtime } from '../runtime.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { ChangeLimiter } from '../throttle/limits.ts';
import { loadLayout, saveLayout } from './chart-rows.ts';

export interface ChartRoutesOptions {
  database: Queries;
  sessions: Sessions;
  market: Pick<Market, 'assets'>;
  runtime: Pick<Runtime, 'now'>;
  changeLimiter: ChangeLimiter;
}

/** Registers the calls that keep what customers set on their charts. Known symbols only, which limits the rows. */
export function registerChartRoutes(app: FastifyInstance, options: ChartRoutesOptions): void {
  const { database, sessions, market, runtime, changeLimiter } = options;

  registerCall(app, getChart, { sessions }, async ({ caller, body: { symbol } }) => {
    if (!market.assets.has(symbol)) return refuse('UNKNOWN_SYMBOL');
    // A layout that an older version saved and this one does not know counts as none.
    const kept = chartLayout.safeParse(await loadLayout(database, caller.accountId, symbol));
    return { ok: true, data: kept.success ? kept.data : null };
  });

  registerCall(app, saveChart, { sessions }, async ({ caller: { accountId }, body: { symbol, layout } }) => {
    if (!market.assets.has(symbol)) return refuse('UNKNOWN_SYMBOL');
    const allowed = await changeLimiter.consume('chart', accountId);
    if (!allowed.ok) return allowed;
    await saveLayout(database, { accountId, symbol, layout, savedAt: new Date(runtime.now()) });
    return { ok: true, data: null };
  });
}
