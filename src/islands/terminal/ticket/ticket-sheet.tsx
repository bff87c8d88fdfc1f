import { useCallback, useId } from 'react';
import type { Asset, Direction } from '../../../lib/contract/entities.ts';
import { Toasts } from '../shell/toasts.tsx';
import { useTerminal } from '../terminal-context.ts';
import { RiskNote, Ticket } from './ticket-panel.tsx';
import styles from './ticket.module.css';
import { bothSides } from './trade-sides.tsx';

interface TicketSheetProps {
  asset: Asset;
  direction: Direction | 'both';
  onShut: () => void;
}

/** The ticket of the narrow screen, in a native dialog. This module is loaded on first use. */
export function TicketSheet({ asset, direction, onShut }: TicketSheetProps) {
  const { t } = useTerminal();
  const titleId = useId();
  const open = useCallback(
    (dialog: HTMLDialogElement) => {
      dialog.showModal();
      return () => {
        dialog.close();
        // The sheet also unmounts when the screen becomes wide, and must not reopen by itself when the screen is narrow
        // again.
        onShut();
      };
    },
    [onShut],
  );
  return (
    <dialog ref={open} className={styles.sheet} aria-labelledby={titleId} onClose={onShut} closedby="any">
      <header className={styles.sheetHead}>
        <h2 id={titleId}>
          {direction === 'both'
            ? t('platform.ticket.title', { symbol: asset.symbol })
            : `${t(`platform.direction.${direction}`)} ${asset.symbol}`}
        </h2>
        <button type="button" className={styles.shut} aria-label={t('common.close')} onClick={onShut}>
          ×
        </button>
      </header>
      <Ticket asset={asset} sides={direction === 'both' ? bothSides : [direction]} onDone={onShut} />
      <RiskNote />
      <Toasts />
    </dialog>
  );
}
