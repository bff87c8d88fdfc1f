import type { Direction } from '../../../lib/contract/entities.ts';
import { $ticketSheet } from '../../../stores/trading/ticket.ts';
import styles from './sheet.module.css';
import { SideButton, TradeSides } from './trade-sides.tsx';

const bothSides: readonly Direction[] = ['sell', 'buy'];

/** The bar at the bottom of a narrow screen: both sides in reach of a thumb; they open the ticket as a sheet. */
export function TradeBar({ symbol }: { symbol: string }) {
  return (
    <TradeSides
      symbol={symbol}
      className={styles.bar}
      sides={bothSides}
      sideOf={(direction) => (
        <SideButton
          key={direction}
          symbol={symbol}
          direction={direction}
          className={styles.side}
          priceClassName={styles.price}
          aria-haspopup="dialog"
          onClick={() => $ticketSheet.set(direction)}
        />
      )}
    />
  );
}
