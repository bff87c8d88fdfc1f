import { useCallback, useSyncExternalStore } from 'react';
import { formatDateTime } from '../../../lib/format/format-date-time.ts';
import type { Translate } from '../../../lib/i18n/translate.ts';
import { isLive, priceBook } from '../../../stores/prices.ts';
import { serverNowMs } from '../../../stores/realtime/api-server.ts';
import { useTerminal } from '../terminal-context.ts';
import { dash, followRate, followText } from './follow-price.ts';
import type { Side } from './follow-price.ts';
import styles from './live.module.css';

/**
 * `waiting`: no price update has contained the symbol yet; `none`: one side is missing; `stale`: too old to trade at.
 */
type PriceState = 'waiting' | 'live' | 'none' | 'stale';

function stateOf(symbol: string): PriceState {
  const price = priceBook.get(symbol);
  if (!price) return 'waiting';
  if (price.buy <= 0 || price.sell <= 0) return 'none';
  return price.stale ? 'stale' : 'live';
}

/** The state of a symbol's price. Renders when the state changes, not when the price does. */
export function usePriceState(symbol: string): PriceState {
  const subscribe = useCallback((changed: () => void) => priceBook.watch([symbol], changed), [symbol]);
  return useSyncExternalStore(
    subscribe,
    () => stateOf(symbol),
    () => 'waiting',
  );
}

/** One side of a symbol's live price. */
export function LiveRate({ symbol, side, className = '' }: { symbol: string; side: Side; className?: string }) {
  const { locale } = useTerminal();
  const follow = useCallback((cell: HTMLElement) => followRate(cell, { symbol, side, locale }), [symbol, side, locale]);
  return (
    <span ref={follow} className={`${styles.rate} ${className}`}>
      {dash}
    </span>
  );
}

const dayMs = 86_400_000;

/** How old something is in the largest unit that fits: "18 s", "3 min", "2 h". */
export function ageText(ageMs: number, t: Translate): string {
  const seconds = Math.max(0, Math.floor(ageMs / 1000));
  if (seconds < 60) return t('platform.age.seconds', { count: seconds });
  if (seconds < 3600) return t('platform.age.minutes', { count: Math.floor(seconds / 60) });
  return t('platform.age.hours', { count: Math.floor(seconds / 3600) });
}

/** The age of a stale price; empty while it is fresh. */
export function PriceAge({ symbol, className }: { symbol: string; className?: string | undefined }) {
  const { t } = useTerminal();
  const follow = useCallback(
    (cell: HTMLElement) =>
      followText(cell, symbol, (price) => (price?.stale ? ageText(priceBook.ageMs(symbol), t) : '')),
    [symbol, t],
  );
  return <span ref={follow} className={className} />;
}

/**
 * Says since when there has been no tradable price, in UTC by the server's clock; empty while the price is tradable.
 */
export function PriceSince({ symbol }: { symbol: string }) {
  const { t, locale } = useTerminal();
  const follow = useCallback(
    (cell: HTMLElement) =>
      followText(cell, symbol, (price) =>
        price && !isLive(price) ? sinceText(priceBook.ageMs(symbol), t, locale) : '',
      ),
    [symbol, t, locale],
  );
  return <span ref={follow} />;
}

/** The time of day; with the date if it was more than 24 hours ago. */
function sinceText(ageMs: number, t: Translate, locale: string): string {
  if (ageMs === Infinity) return t('platform.age.never');
  const iso = new Date(serverNowMs() - ageMs).toISOString();
  return t('platform.age.since', { time: ageMs < dayMs ? iso.slice(11, 19) : formatDateTime(iso, locale) });
}
