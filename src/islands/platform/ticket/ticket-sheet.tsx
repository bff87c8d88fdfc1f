import { useStore } from '@nanostores/react';
import { useCallback, useId } from 'react';
import type { Asset, Direction } from '../../../lib/contract/entities.ts';
import { $ticketSheet } from '../../../stores/trading/ticket.ts';
import { LiveRate } from '../live/live-rate.tsx';
import { usePriceState } from '../live/use-price-state.ts';
import { RiskNote } from '../frame/risk-note.tsx';
import { Toasts } from '../frame/toasts.tsx';
import { useTerminal } from '../terminal-context.ts';
import { Ticket } from './ticket.tsx';
import styles from './sheet.module.css';
import { Spread, Unavailable } from './trade-buttons.tsx';

const sides: readonly Direction[] = ['sell', 'buy'];
const shut = () => $ticketSheet.set(null);

/** The bar at the bottom of a narrow screen: both sides in reach of a thumb; they open the ticket as a sheet. */
export function TradeBar({ symbol }: { symbol: string }) {
  const { t } = useTerminal();
  const state = usePriceState(symbol);
  if (state === 'none' || state === 'stale') {
    return (
      <div className={styles.bar} data-locked>
        <Unavailable symbol={symbol} />
      </div>
    );
  }
  return (
    <div className={styles.bar}>
      {sides.map((direction) => (
        <button
          key={direction}
          type="button"
          className={styles.side}
          data-direction={direction}
          aria-haspopup="dialog"
          onClick={() => $ticketSheet.set(direction)}
        >
          <span>{t(`platform.direction.${direction}`)}</span>
          <LiveRate symbol={symbol} side={direction} className={styles.price ?? ''} />
        </button>
      ))}
      <Spread symbol={symbol} />
    </div>
  );
}

/** The ticket of one side, in a native dialog. */
export function TicketSheet({ asset }: { asset: Asset | undefined }) {
  const direction = useStore($ticketSheet);
  return direction && asset ? <Sheet key={direction} asset={asset} direction={direction} /> : null;
}

function Sheet({ asset, direction }: { asset: Asset; direction: Direction }) {
  const { t } = useTerminal();
  const titleId = useId();
  const open = useCallback((dialog: HTMLDialogElement) => {
    dialog.showModal();
    return () => dialog.close();
  }, []);
  return (
    <dialog ref={open} className={styles.sheet} aria-labelledby={titleId} onClose={shut} closedby="any">
      <header className={styles.sheetHead}>
        <h2 id={titleId}>
          {t(`platform.direction.${direction}`)} {asset.symbol}
        </h2>
        <button type="button" className={styles.shut} aria-label={t('common.close')} onClick={shut}>
          ×
        </button>
      </header>
      <Ticket asset={asset} sides={[direction]} onDone={shut} />
      <RiskNote />
      <Toasts />
    </dialog>
  );
}
