import { useStore } from '@nanostores/react';
import { useCallback, useId, useState } from 'react';
import type { Asset, Direction } from '../../../lib/contract/entities.ts';
import { $session } from '../../../stores/session.ts';
import { $balance } from '../../../stores/trading/balance.ts';
import { $ticketSheet, accessProblem, leverageOptions } from '../../../stores/trading/ticket.ts';
import { Tabs } from '../shell/tabs.tsx';
import { Toasts } from '../shell/toasts.tsx';
import { useTerminal } from '../terminal-context.ts';
import { Calculator } from './calculator.tsx';
import styles from './ticket.module.css';
import { TicketForm } from './ticket-form.tsx';

const bothSides = ['sell', 'buy'] as const;

type Which = 'trade' | 'calculator';

/** The panel beside the chart: the ticket with both sides, and the calculator on a second tab. */
export function TicketPanel({ symbol, asset }: { symbol: string; asset: Asset | undefined }) {
  const { t } = useTerminal();
  const [which, setWhich] = useState<Which>('trade');
  const panelId = useId();
  const title = t('platform.ticket.title', { symbol });
  return (
    <section className={styles.panel} aria-label={title}>
      <Tabs<Which>
        label={title}
        panelId={panelId}
        selected={which}
        onSelect={setWhich}
        tabs={[
          { id: 'trade', label: t('platform.ticket.tab') },
          { id: 'calculator', label: t('platform.calculator.title') },
        ]}
      />
      <div id={panelId} role="tabpanel" aria-labelledby={`${panelId}-${which}`} className={styles.content}>
        {/* Stays mounted while the calculator is shown, so that typed values are not lost. */}
        <div hidden={which !== 'trade'}>
          <Ticket asset={asset} sides={bothSides} />
        </div>
        {which === 'calculator' && <Calculator />}
        <RiskNote />
      </div>
    </section>
  );
}

const shut = () => $ticketSheet.set(null);

/** The ticket for one side, in a native dialog. */
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
      // The sheet also unmounts when the screen becomes wide, and must not reopen by itself when the screen is narrow
      // again.
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

interface TicketProps {
  asset: Asset | undefined;
  /** The sides on offer: both beside the chart, one in the sheet. */
  sides: readonly Direction[];
  onDone?: () => void;
}

/** The new-trade form, or why it is not available. */
function Ticket({ asset, sides, onDone }: TicketProps) {
  const { t } = useTerminal();
  const session = useStore($session, { ssr: 'initial' });
  const balance = useStore($balance);
  if (!asset || !session || !balance) return <TicketSkeleton />;

  const problem = accessProblem(asset, session.user);
  if (problem) {
    return (
      <div className={styles.locked} role="status">
        <strong>{t(`problems.${problem}`)}</strong>
        <p>{t(`platform.ticket.locked.${problem}`, { symbol: asset.symbol })}</p>
      </div>
    );
  }
  return (
    <TicketForm
      // Prices differ between assets, so the form resets, except for the last typed amount.
      key={asset.symbol}
      symbol={asset.symbol}
      leverages={leverageOptions(asset, session.user)}
      freeMargin={balance.freeMargin}
      sides={sides}
      onDone={onDone}
    />
  );
}

function TicketSkeleton() {
  const { t } = useTerminal();
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">{t('common.loading')}</span>
      {Array.from({ length: 4 }, (_, index) => (
        <span key={index} className={styles.ghost} aria-hidden="true" />
      ))}
    </div>
  );
}

/** The risk warning beside every ticket: unobtrusive but readable. */
function RiskNote() {
  const { t } = useTerminal();
  return <p className={styles.risk}>{t('common.riskShort')}</p>;
}
