import { useStore } from '@nanostores/react';
import { useCallback } from 'react';
import type { Direction } from '../../../lib/contract/entities.ts';
import { $customerLine } from '../../../stores/connection.ts';
import { dash, spreadText } from '../live/follow-rate.ts';
import { followText } from '../live/follow-text.ts';
import { LiveRate } from '../live/live-rate.tsx';
import { PriceSince } from '../live/price-age.tsx';
import { usePriceState } from '../live/use-price-state.ts';
import { useTerminal } from '../terminal-context.ts';
import styles from './ticket.module.css';

interface TradeButtonsProps {
  symbol: string;
  sides: readonly Direction[];
  /** The side that is on its way to the server. */
  pending: Direction | null;
  onTrade: (direction: Direction) => void;
}

/** Sell and buy with their live price. */
export function TradeButtons({ symbol, sides, pending, onTrade }: TradeButtonsProps) {
  const { t } = useTerminal();
  const state = usePriceState(symbol);
  // What is pressed while the line is known to be down would be filled half a minute later, when nobody expects it.
  const isReachable = useStore($customerLine) === 'live';
  if (state === 'none' || state === 'stale') return <Unavailable symbol={symbol} />;
  return (
    <div className={styles.sides} data-sides={sides.length}>
      {sides.map((direction) => (
        <button
          key={direction}
          type="button"
          className={styles.side}
          data-direction={direction}
          disabled={state !== 'live' || (pending === null ? !isReachable : pending !== direction)}
          aria-busy={pending === direction || undefined}
          // The second half of a double click is no second order.
          // Neither is a key that is held down.
          onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
          onClick={(event) => (pending !== null || event.detail > 1 ? undefined : onTrade(direction))}
        >
          <span>{t(`platform.direction.${direction}`)}</span>
          <LiveRate symbol={symbol} side={direction} className={styles.sidePrice ?? ''} />
        </button>
      ))}
      {sides.length === 2 && <Spread symbol={symbol} />}
    </div>
  );
}

/** In place of the sides while there is nothing to trade at: says so, and since when. */
export function Unavailable({ symbol }: { symbol: string }) {
  const { t } = useTerminal();
  return (
    <div className={styles.unavailable} role="status">
      <strong>{t('problems.UNAVAILABLE')}</strong>
      <PriceSince symbol={symbol} />
    </div>
  );
}

/** The quoted spread, in the middle between the two sides. */
export function Spread({ symbol }: { symbol: string }) {
  const { t, locale } = useTerminal();
  const follow = useCallback(
    (cell: HTMLElement) => followText(cell, symbol, (price) => spreadText(price, locale)),
    [symbol, locale],
  );
  return (
    <span className={styles.spread}>
      <span className="visually-hidden">{t('platform.ticket.spread')} </span>
      <span ref={follow}>{dash}</span>
    </span>
  );
}
