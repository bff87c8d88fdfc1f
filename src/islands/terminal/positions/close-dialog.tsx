import { useStore } from '@nanostores/react';
import type { SyntheticEvent } from 'react';
import { useCallback, useEffect, useId, useState } from 'react';
import type { Position } from '../../../lib/contract/entities.ts';
import { formatMoney } from '../../../lib/format/format-number.ts';
import { $customerConnection } from '../../../stores/connection.ts';
import { showToast } from '../../../stores/toasts.ts';
import { $orders } from '../../../stores/trading/orders.ts';
import { $positions, closingRateNow } from '../../../stores/trading/positions.ts';
import { Button } from '../../shared/button.tsx';
import { followPosition } from '../live/follow-position.ts';
import { dash } from '../live/follow-price.ts';
import { usePriceState } from '../live/live-price.tsx';
import live from '../live/live.module.css';
import { Toasts, useReport } from '../shell/toasts.tsx';
import { useTerminal } from '../terminal-context.ts';
import styles from './close-dialog.module.css';
import { keepFocus } from './keep-view.ts';
import table from './table.module.css';

/** Asks for confirmation, at the live price, before a position is closed. This module is loaded on first use. */
export function CloseDialog({ position, onShut }: { position: Position; onShut: () => void }) {
  const terminal = useTerminal();
  const { t, locale, currency } = terminal;
  const titleId = useId();
  const open = useCallback(
    (dialog: HTMLDialogElement) => {
      dialog.showModal();
      const stop = followPosition(dialog, position, terminal);
      return () => {
        stop();
        dialog.close();
        keepFocus(dialog);
      };
    },
    [position, terminal],
  );
  // The event `close` comes a task later, and would shut what a quick key has opened again meanwhile.
  const cancel = (event: SyntheticEvent) => {
    event.preventDefault();
    onShut();
  };
  return (
    <dialog
      ref={open}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={cancel}
      onClose={onShut}
      closedby="any"
    >
      <h2 id={titleId}>{t('platform.close.title', { symbol: position.symbol })}</h2>
      <p className={styles.facts}>
        {t(`platform.direction.${position.direction}`)} · {formatMoney(position.amount, locale, currency)}{' '}
        {t('platform.times', { leverage: position.leverage })}
      </p>
      <dl>
        <dt>{t('platform.close.rate')}</dt>
        <dd>
          <span className={live.rate} data-live="now">
            {dash}
          </span>
        </dd>
        <dt>{t('platform.close.profit')}</dt>
        <dd>
          <strong className={live.profit} data-live="profit">
            {dash}
          </strong>{' '}
          <span className={table.percent} data-live="percent" />
        </dd>
      </dl>
      <p className={styles.note}>{t('platform.close.note')}</p>
      <CloseButtons position={position} onShut={onShut} />
      <Toasts />
    </dialog>
  );
}

function CloseButtons({ position, onShut }: { position: Position; onShut: () => void }) {
  const { t } = useTerminal();
  const { reportClose } = useReport();
  const orders = useStore($orders);
  const [isPending, setPending] = useState(false);
  const isReachable = useStore($customerConnection) === 'live';
  const canClose = usePriceState(position.symbol) === 'live' && (isReachable || isPending);

  const positions = useStore($positions);
  const isGone = positions.status === 'ready' && positions.open.every(({ id }) => id !== position.id);
  const isTold = isGone && positions.history.some(({ id, closingReason }) => id === position.id && closingReason);
  const text = t('platform.close.gone', { symbol: position.symbol });
  // Reports a close in another tab. A close from this dialog is reported by `close`, and a close by the server is
  // announced elsewhere, with its reason.
  useEffect(() => {
    if (!isGone || isPending) return;
    if (!isTold) showToast({ kind: 'info', text });
    onShut();
  }, [isGone, isTold, isPending, text, onShut]);

  const close = async () => {
    const price = closingRateNow(position);
    if (!orders || price === null) return;
    setPending(true);
    const outcome = await orders.close(position, price);
    setPending(false);
    reportClose(outcome);
    if (outcome.kind !== 'refused' || outcome.problem.code === 'POSITION_CLOSED') onShut();
  };

  return (
    <div className={styles.buttons}>
      <Button variant="quiet" onClick={onShut}>
        {t('platform.close.keep')}
      </Button>
      <Button variant="primary" isLoading={isPending} disabled={!canClose} onClick={() => void close()}>
        {canClose ? t('platform.close.confirm') : t('platform.ticket.unavailable')}
      </Button>
    </div>
  );
}
