import type { FastifyInstance } from 'fastify';
import type { AutoTradingDetails } from '../../lib/contract/accounts/auto-trading-calls.ts';
import { getAutoTrading } from '../../lib/contract/accounts/auto-trading-calls.ts';
import { toMajor } from '../../lib/money.ts';
import type { TradingLimits } from '../../lib/trading/limits.ts';
import type { Database, Queries } from '../db/database.ts';
import { readSnapshot } from '../db/read-snapshot.ts';
import { registerCall } from '../http/register-call.ts';
import type { Runtime } from '../runtime.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { standingOf } from '../trading/auto-book.ts';
import { loadAutoBooks } from '../trading/auto-book-rows.ts';
import type { TradingMarket } from '../trading/trading-market.ts';
import type { AutoRule } from './auto-rule.ts';
import { loadAutoConsent, loadRealised } from './auto-trading-rows.ts';

export interface AutoTradingRoutesOptions {
  database: Database;
  market: TradingMarket;
  sessions: Sessions;
  limits: Pick<TradingLimits, 'auto'>;
  runtime: Pick<Runtime, 'now'>;
  rule: AutoRule;
}

/** Registers the call about the rule of auto trading and its result. */
export function registerAutoTradingRoutes(app: FastifyInstance, options: AutoTradingRoutesOptions): void {
  const { database, sessions } = options;
  registerCall(app, getAutoTrading, { sessions }, async ({ caller: { accountId } }) => ({
    ok: true,
    // One snapshot: a position that is closed meanwhile must not count twice, or not at all.
    data: await database.transaction(async (connection) => {
      await readSnapshot(connection);
      return detailsOf(connection, options, accountId);
    }),
  }));
}

async function detailsOf(
  queries: Queries,
  { market, limits, runtime, rule }: AutoTradingRoutesOptions,
  accountId: number,
): Promise<AutoTradingDetails> {
  const account = await loadAutoConsent(queries, accountId);
  const book = (await loadAutoBooks(queries, [accountId])).get(accountId);
  if (!account || !book) throw new Error(`There is no account ${accountId}`);
  const now = new Date(runtime.now());
  const standing = standingOf(book, { balanceMinor: account.balanceMinor, market, limits: limits.auto, now });
  const hasConsented = account.consentedTo === rule.version;
  return {
    rule: {
      ...{ version: rule.version, resolution: rule.resolution, fast: rule.fast, slow: rule.slow },
      free_margin_percent: rule.mostFreeMarginPercent,
      exposure_percent: rule.maxExposurePercent,
      daily_stop_percent: rule.dailyStopPercent,
    },
    consented_at: hasConsented ? (account.consentedAt?.toISOString() ?? null) : null,
    stopped: standing.day.stoppedAt ? 1 : 0,
    today: standing.hasBegun && standing.isResultKnown ? toMajor(standing.resultMinor) : null,
    total: toMajor((await loadRealised(queries, accountId)) + standing.openProfitMinor),
    open_positions: standing.openPositions,
    exposure: toMajor(standing.exposureMinor),
    most_exposure: toMajor(standing.mostExposureMinor),
  };
}
