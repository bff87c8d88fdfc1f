import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Messages } from '../../lib/i18n/translate.ts';
import { createTranslate } from '../../lib/i18n/translate.ts';
import { ToastRegion } from '../shared/toast-region.tsx';
import { useIsAlive } from '../shared/use-is-alive.ts';
import { DepositContent } from './deposit-content.tsx';
import type { DepositPaths, Shutting } from './deposit-context.ts';
import { DepositContext, useDeposit } from './deposit-context.ts';
import styles from './deposit.module.css';

interface DepositIslandProps {
  paths: DepositPaths;
  locale: string;
  /** By namespace: deposit, amount, tracker, problems, common. */
  messages: Messages;
}

export function DepositIsland({ messages, locale, paths }: DepositIslandProps) {
  const value = useMemo(() => ({ t: createTranslate(messages), locale, paths }), [messages, locale, paths]);
  return (
    <DepositContext value={value}>
      <DepositDialog />
    </DepositContext>
  );
}

/**
 * The deposit, as a dialog over its page; before hydration, as markup at the same position. Closing it leads to the
 * platform. It cannot be closed while a deposit is being sent, and only by its button while it is being paid.
 */
function DepositDialog() {
  const { t, paths } = useDeposit();
  const isAlive = useIsAlive();
  const [shutting, setShutting] = useState<Shutting>('anyhow');
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (!isAlive) return;
    dialog.current?.showModal();
    title.current?.focus();
  }, [isAlive]);

  // Stays open until the next page loads: there is nothing to see behind it.
  const leave = () => {
    if (shutting !== 'never') location.assign(paths.platform);
  };
  return (
    <dialog
      ref={dialog}
      // Before hydration nothing calls `showModal`; afterwards React must not control the attribute.
      open={isAlive ? undefined : true}
      className={`dialog ${styles.sheet}`}
      aria-labelledby="deposit-title"
      closedby={shutting === 'anyhow' ? 'any' : 'none'}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (shutting === 'anyhow') leave();
      }}
      // Ignores close events of dialogs nested in this one.
      onClose={(event) => event.target === event.currentTarget && leave()}
    >
      <header className={styles.head}>
        <h1 id="deposit-title" ref={title} tabIndex={-1}>
          {t('deposit.title')}
        </h1>
        <button
          type="button"
          className={styles.close}
          aria-label={t('common.close')}
          disabled={shutting === 'never'}
          onClick={leave}
        >
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path d="M5 5l10 10M15 5L5 15" />
          </svg>
        </button>
      </header>
      <DepositContent onShutting={setShutting} />
      <ToastRegion label={t('common.notifications')} closeLabel={t('common.close')} />
    </dialog>
  );
}
