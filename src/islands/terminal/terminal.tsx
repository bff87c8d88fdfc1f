import { useStore } from '@nanostores/react';
import { useCallback, useEffect } from 'react';
import { $assets } from '../../stores/assets.ts';
import { $tablesHeight } from '../../stores/market-list.ts';
import { startTerminal } from '../../stores/trading/terminal.ts';
import { CalculatorSection } from './ticket/calculator-section.tsx';
import { ChartPanel } from './chart/chart-panel.tsx';
import { ConnectionBar } from './shell/connection-bar.tsx';
import { MarketList } from './market/market-list.tsx';
import { PanelResizer } from './positions/panel-resizer.tsx';
import { PositionsPanel } from './positions/positions-panel.tsx';
import { SummaryBar } from './shell/summary-bar.tsx';
import styles from './terminal.module.css';
import { TicketPanel } from './ticket/ticket-panel.tsx';
import { TicketSheet } from './ticket/ticket-sheet.tsx';
import { TradeBar } from './ticket/trade-bar.tsx';
import { Toasts } from './shell/toasts.tsx';
import { UnknownSymbol } from './shell/unknown-symbol.tsx';
import { useIsNarrow } from './shell/use-is-narrow.ts';
import { useSymbol } from './use-symbol.ts';

/** The trading screen. */
export function Terminal({ initialSymbol }: { initialSymbol: string }) {
  const symbol = useSymbol(initialSymbol);
  const assets = useStore($assets);
  const isNarrow = useIsNarrow();
  const asset = assets.status === 'ready' ? assets.bySymbol.get(symbol) : undefined;
  const isUnknown = assets.status === 'ready' && !asset;

  useEffect(startTerminal, []);
  const size = useCallback(
    (root: HTMLDivElement) => $tablesHeight.subscribe((px) => root.style.setProperty('--tables-height', `${px}px`)),
    [],
  );

  return (
    <div ref={size} className={styles.terminal}>
      <ConnectionBar />
      <div className={styles.left}>
        <MarketList />
        {isNarrow ? <CalculatorSection /> : !isUnknown && <TicketPanel symbol={symbol} asset={asset} />}
      </div>
      <div className={styles.right}>
        <SummaryBar />
        {isUnknown ? <UnknownSymbol symbol={symbol} /> : <ChartPanel symbol={symbol} asset={asset} />}
        <PanelResizer />
        <PositionsPanel />
      </div>
      {isNarrow && asset && <TradeBar symbol={symbol} />}
      {isNarrow && <TicketSheet asset={asset} />}
      <Toasts />
    </div>
  );
}
