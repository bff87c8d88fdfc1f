import { useStore } from '@nanostores/react';
import { useCallback, useId } from 'react';
import type { Asset, Direction } from '../../../lib/contract/entities.ts';
import { $ticketSheet } from '../../../stores/trading/ticket.ts';
import { RiskNote } from '../shell/risk-note.tsx';
import { Toasts } from '../shell/toasts.tsx';
import { useTerminal } from '../terminal-context.ts';
import { Ticket } from './ticket.tsx';
import styles from './sheet.module.css';

const shut = () => $ticketSheet.set(null);

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
    return () => {
      dialog.close();
      // Where the screen became wide: narrow again, it is not to open by itself.
      shut();
    };
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
