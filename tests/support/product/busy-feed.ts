import type { Feed } from '../../../src/server/market/feed.ts';
import { systemRuntime } from '../../../src/server/runtime.ts';
import type { SimulatedAsset } from '../../../src/server/market/simulated-feed.ts';

const everyMs = 100;

/**
 * A feed that moves every asset ten times a second, along a sine of ± 0.1 % around its reference rate; one swing takes
 * `swingMs`.
 */
export function createBusyFeed(assets: readonly SimulatedAsset[], swingMs = 12_500): Feed {
  let timer: NodeJS.Timeout | undefined;
  let step = 0;
  return {
    name: 'busy',
    origin: 'simulated',
    openingRates: () => Promise.resolve(new Map(assets.map((asset) => [asset.symbol, asset.referenceRate]))),
    start(onQuote) {
      timer = setInterval(() => {
        step++;
        for (const { symbol, referenceRate, quotedSpread, digits } of assets) {
          const bid = referenceRate * (1 + 0.001 * Math.sin((2 * Math.PI * step * everyMs) / swingMs + referenceRate));
          const ask = bid * (1 + quotedSpread);
          onQuote(
            symbol,
            Number(bid.toFixed(digits)),
            Number(ask.toFixed(digits)),
            Date.now(),
            systemRuntime.elapsedMs(),
          );
        }
      }, everyMs);
    },
    stop() {
      clearInterval(timer);
      return Promise.resolve();
    },
  };
}
