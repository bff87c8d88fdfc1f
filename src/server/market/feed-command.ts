import { isTradable } from '../../lib/trading/quote.ts';
import type { Area, OperatorParts } from '../operator/command.ts';
import { command } from '../operator/command.ts';
import type { CommandOutcome, TableColumn } from '../operator/outcome.ts';
import { whenText, writeTable } from '../operator/outcome.ts';
import { flag } from '../operator/read-values.ts';
import type { Market } from './market.ts';

/** What this command needs from a running server. */
export interface FeedLive {
  market: Pick<Market, 'feed' | 'quotes' | 'assets'>;
}

interface FeedRow {
  symbol: string;
  bid: number | null;
  ask: number | null;
  at: string | null;
  /** Whole seconds; null before the first quote. */
  ageSeconds: number | null;
  /** Trading is halted: a price jump is not confirmed yet, or the last price was 0. */
  isHalted: boolean;
  isFresh: boolean;
}

const columns: readonly TableColumn<FeedRow>[] = [
  { title: 'asset', of: ({ symbol }) => symbol },
  { title: 'bid', of: ({ bid }) => String(bid ?? '–'), isRight: true },
  { title: 'ask', of: ({ ask }) => String(ask ?? '–'), isRight: true },
  { title: 'last quote (UTC)', of: ({ at }) => (at === null ? 'none' : whenText(at)) },
  { title: 'age (s)', of: ({ ageSeconds }) => String(ageSeconds ?? '–'), isRight: true },
  { title: 'halted', of: ({ isHalted }) => (isHalted ? 'yes' : '–') },
];

const status = command({
  name: 'status',
  about:
    'Shows where prices come from, how many quotes were accepted and dropped, and which assets have no fresh price. --all lists every asset. The exit code is 1 if no price is fresh.',
  isLive: true,
  options: { all: flag('list every asset') },
  carryOut: (parts: OperatorParts<FeedLive>, { all }) => Promise.resolve(statusOf(parts, all)),
});

function statusOf({ live, runtime }: OperatorParts<FeedLive>, all: boolean): CommandOutcome {
  if (!live) throw new Error('a command that the server carries out was carried out by another');
  const { feed, quotes, assets } = live.market;
  const rows = Array.from(assets.keys(), (symbol): FeedRow => {
    const quote = quotes.get(symbol);
    if (!quote) return { symbol, bid: null, ask: null, at: null, ageSeconds: null, isHalted: false, isFresh: false };
    const { bid, ask, timeMs, isHalted } = quote;
    const ageMs = runtime.elapsedMs() - quote.arrivedMs;
    const isFresh = isTradable(quote, runtime.elapsedMs(), { quoteMaxAgeMs: feed.quote_max_age_ms });
    const at = new Date(timeMs).toISOString();
    return { symbol, bid, ask, at, ageSeconds: Math.round(ageMs / 1000), isHalted, isFresh };
  });
  const stale = rows.filter(({ isFresh }) => !isFresh);
  const dropped = Object.entries(quotes.drops).filter(([, count]) => count > 0);
  const shown = all ? rows : stale;
  const drops = dropped.map(([reason, count]) => `${count} ${reason.replaceAll('_', ' ')}`).join(', ') || 'none';
  const text = [
    `Feed: ${feed.name} (${feed.origin}). Quotes accepted: ${quotes.accepted}; dropped: ${drops}.`,
    `Fresh: ${rows.length - stale.length} of ${rows.length} assets; a price is too old to trade after ${feed.quote_max_age_ms / 1000} s.`,
    ...(shown.length > 0 ? [writeTable(columns, shown)] : []),
  ].join('\n');
  const data = { feed, accepted: quotes.accepted, drops: quotes.drops, assets: rows };
  return { ok: stale.length < rows.length, text, data, isResult: true };
}

/** Commands about the price feed. */
export const feedsArea: Area<OperatorParts<FeedLive>> = {
  name: 'feeds',
  about: 'Price feeds.',
  commands: [status],
  more: 'Only a running server has prices: run this on its machine, with its DATA_DIR.',
};
