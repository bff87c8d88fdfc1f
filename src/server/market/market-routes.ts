import type { FastifyInstance } from 'fastify';
import { getAssets, getCandles, getFeed } from '../../lib/contract/calls.ts';
import type { Asset } from '../../lib/contract/entities.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { Sessions } from '../auth/sessions.ts';
import { registerCall } from '../http/register-call.ts';
import type { AssetRow } from './assets-rows.ts';
import type { Market } from './market.ts';

/** The calls of the market: the list of assets, their candles, and where the prices come from. */
export function registerMarketRoutes(
  app: FastifyInstance,
  { market, sessions }: { market: Market; sessions: Sessions },
): void {
  const assets = [...market.assets.values()].map(assetView);

  registerCall(app, getAssets, { sessions }, () => Promise.resolve({ ok: true, data: assets }));

  registerCall(app, getFeed, { sessions }, () => Promise.resolve({ ok: true, data: market.feed }));

  registerCall(app, getCandles, { sessions }, async ({ query }) => {
    if (!market.assets.has(query.symbol)) return refuse('UNKNOWN_SYMBOL');
    return { ok: true, data: await market.candles(query.symbol, query.resolution, query.from, query.to) };
  });
}

function assetView(asset: AssetRow): Asset {
  return {
    name: asset.name,
    symbol: asset.symbol,
    code: asset.code,
    asset_category_id: asset.categoryId,
    position_assets_category: { name: asset.categoryName, leverage: asset.leverages.join(',') },
  };
}
