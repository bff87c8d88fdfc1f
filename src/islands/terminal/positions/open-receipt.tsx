import { useCallback, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { formatMoney } from '../../../lib/format/format-number.ts';
import { showToast } from '../../../stores/toasts.ts';
import { followReceipt, openReceipt, shutReceipt } from '../../../stores/trading/receipts.ts';
import type { ReceiptState } from '../../../stores/trading/receipts.ts';
import { Button } from '../../shared/button.tsx';
import { Toasts } from '../shell/toasts.tsx';
import { useTerminal } from '../terminal-context.ts';
import { ReceiptText } from './receipt-text.tsx';
import styles from './receipt.module.css';

/** The dialog that shows the receipt of a position. */
export function OpenReceipt({ position, receipt, problem }: ReceiptState) {
  const { t, locale, currency } = useTerminal();
  const titleId = useId();
  const text = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const open = useCallback((dialog: HTMLDialogElement) => {
    dialog.showModal();
    return () => dialog.close();
  }, []);
  useEffect(followReceipt, []);
  // A focused button can disappear: "try again" when it is pressed, or "copy" when the receipt is gone. The title then
  // gets the focus.
  useLayoutEffect(() => {
    if (!receipt && document.activeElement === document.body) title.current?.focus();
  }, [receipt, problem]);

  const copy = () => {
    // The text as displayed, with tabs between the cells, which spreadsheets understand.
    const copying = text.current && writeClipboard(text.current.innerText);
    copying?.then(
      () => showToast({ kind: 'success', text: t('platform.receipt.copied') }),
      () => showToast({ kind: 'error', text: t('platform.receipt.notCopied') }),
    );
  };
  return (
    <dialog
      ref={open}
      data-print
      className={styles.dialog}
      aria-labelledby={titleId}
      onClose={shutReceipt}
      closedby="any"
    >
      <button type="button" className={styles.shut} aria-label={t('common.close')} onClick={shutReceipt}>
        ×
      </button>
      <div ref={text} aria-busy={!receipt && !problem}>
        <h2 ref={title} id={titleId} tabIndex={-1}>
          {t('platform.receipt.title', { symbol: position.symbol })}
        </h2>
        <p className={styles.facts}>
          {position.symbolName} · {t(`platform.direction.${position.direction}`)} ·{' '}
          {formatMoney(position.amount, locale, currency)} {t('platform.times', { leverage: position.leverage })}
          <span className={styles.id}>{position.id}</span>
        </p>
        {receipt && <ReceiptText {...receipt} />}
        {!receipt && !problem && <p role="status">{t('common.loading')}</p>}
        {problem && <p role="alert">{t('platform.receipt.failed', { problem: t(`problems.${problem}`) })}</p>}
      </div>
      <div className={styles.buttons}>
        {problem && <Button onClick={() => void openReceipt(position)}>{t('platform.retry')}</Button>}
        {receipt && (
          <>
            <Button onClick={copy}>{t('platform.receipt.copy')}</Button>
            <Button onClick={() => window.print()}>{t('platform.receipt.print')}</Button>
          </>
        )}
        <Button onClick={shutReceipt}>{t('platform.receipt.done')}</Button>
      </div>
      <Toasts />
    </dialog>
  );
}

/** Rejects if the browser does not allow the page to copy. */
async function writeClipboard(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
