import { useId, useState } from 'react';
import type { Asset } from '../../../lib/contract/entities.ts';
import { Calculator } from './calculator.tsx';
import { RiskNote } from '../shell/risk-note.tsx';
import { Tabs } from '../shell/tabs.tsx';
import { useTerminal } from '../terminal-context.ts';
import styles from './ticket-panel.module.css';
import { Ticket } from './ticket.tsx';

const bothSides = ['sell', 'buy'] as const;

type Which = 'trade' | 'calculator';

/** Beside the chart: the ticket with both sides, and the calculator behind it. */
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
        {/* Kept while the calculator is shown: what is typed into it is not lost. */}
        <div hidden={which !== 'trade'}>
          <Ticket asset={asset} sides={bothSides} />
        </div>
        {which === 'calculator' && <Calculator />}
        <RiskNote />
      </div>
    </section>
  );
}
