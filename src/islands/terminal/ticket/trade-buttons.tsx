import { useStore } from '@nanostores/react';
import type { Direction } from '../../../lib/contract/entities.ts';
import { $customerLine } from '../../../stores/connection.ts';
import { usePriceState } from '../live/live-price.tsx';
import styles from './ticket.module.css';
import { SideButton, TradeSides } from './trade-sides.tsx';

interface TradeButtonsProps {
  symbol: string;
  sides: readonly Direction[];
  /** The side that is on its way to the server. */
  pending: Direction | null;
  onTrade: (direction: Direction) => void;
}

/** The sides that trade. One that cannot be pressed now keeps the focus, so that a keyboard is not thrown off the page. */
export function TradeButtons({ symbol, sides, pending, onTrade }: TradeButtonsProps) {
  const isLive = usePriceState(symbol) === 'live';
  // What is pressed while the line is known to be down would be filled half a minute later, when nobody expects it.
  const isReachable = useStore($customerLine) === 'live';
  const isOff = (direction: Direction) => !isLive || (pending === null ? !isReachable : pending !== direction);
  return (
    <TradeSides
      symbol={symbol}
      className={styles.sides}
      sides={sides}
      sideOf={(direction) => (
        <SideButton
          key={direction}
          symbol={symbol}
          direction={direction}
          className={styles.side}
          priceClassName={styles.sidePrice}
          aria-disabled={isOff(direction) || undefined}
          aria-busy={pending === direction || undefined}
          // The second half of a double click is no second order.
          // Neither is a key that is held down.
          onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
          onClick={(event) =>
            isOff(direction) || pending !== null || event.detail > 1 ? undefined : onTrade(direction)
          }
        />
      )}
    />
  );
}
