import { useStore } from '@nanostores/react';
import { useEffect, useMemo } from 'react';
import { brand } from '../../brand.ts';
import { createTranslate } from '../../lib/i18n/translate.ts';
import type { Messages } from '../../lib/i18n/translate.ts';
import { $assets } from '../../stores/assets.ts';
import { $connection } from '../../stores/connection.ts';
import { $symbol, $tablesHeight, goToSymbol, symbolOf } from '../../stores/market-list.ts';
import { $ticketDock } from '../../stores/trading/screen-choices.ts';
import { startTerminal } from '../../stores/trading/terminal.ts';
import { OnDemand } from '../shared/on-demand.tsx';
import { ChartPanel } from './chart/chart-panel.tsx';
import { MarketList } from './market/market-list.tsx';
import { PanelResizer, PositionsPanel } from './positions/positions-panel.tsx';
import { BottomBar } from './shell/bottom-bar.tsx';
import { CustomerSteps } from './shell/customer-steps.tsx';
import { SummaryBar } from './shell/summary-bar.tsx';
import { Toasts } from './shell/toasts.tsx';
import { useIsNarrow } from './shell/use-is-narrow.ts';
import { TerminalContext, useTerminal } from './terminal-context.ts';
import type { TerminalContextValue } from './terminal-context.ts';
import styles from './terminal.module.css';
import { CalculatorSection } from './ticket/calculator-loader.tsx';
import { TicketPanel } from './ticket/ticket-panel.tsx';
import { SheetOnDemand, TradeBar } from './ticket/trade-bar.tsx';

interface TerminalIslandProps {
  /** The symbol in the URL, in upper case. */
  symbol: string;
  locale: string;
  /** Texts by namespace: platform, problems, common. */
  messages: Messages;
  paths: TerminalContextValue['paths'];
}

export function TerminalIsland({ symbol, locale, messages, paths }: TerminalIslandProps) {
  const value = useMemo(
    () => ({ t: createTranslate(messages), locale, currency: brand.currency, paths }),
    [messages, locale, paths],
  );
  return (
    <TerminalContext value={value}>
      <Terminal initialSymbol={symbol} />
    </TerminalContext>
  );
}

const loadUnknown = async () => (await import('./unknown-symbol.tsx')).UnknownSymbol;
const goToDefault = () => goToSymbol(brand.defaultSymbol);

/** The trading screen. */
function Terminal({ initialSymbol }: { initialSymbol: string }) {
  const { t } = useTerminal();
  const symbol = useSymbol(initialSymbol);
  const assets = useStore($assets);
  const isNarrow = useIsNarrow();
  const asset = assets.status === 'ready' ? assets.bySymbol.get(symbol) : undefined;
  const isUnknown = assets.status === 'ready' && !asset;

  useEffect(startTerminal, []);

  return (
    <div ref={arrange} className={styles.terminal}>
      <ConnectionBar />
      {isNarrow && <CustomerSteps form="line" />}
      <div className={styles.left}>
        <MarketList />
        {isNarrow ? <CalculatorSection /> : !isUnknown && <TicketPanel symbol={symbol} asset={asset} />}
      </div>
      <div className={styles.right}>
        <SummaryBar />
        {isUnknown ? (
          <OnDemand load={loadUnknown} t={t} onShut={goToDefault} symbol={symbol} />
        ) : (
          <ChartPanel symbol={symbol} asset={asset} />
        )}
        <PanelResizer />
        <PositionsPanel />
      </div>
      {isNarrow && <BottomBar>{asset && <TradeBar key={asset.symbol} asset={asset} />}</BottomBar>}
      {isNarrow && <SheetOnDemand asset={asset} />}
      <Toasts />
    </div>
  );
}

/** Applies how the customer has arranged the screen. */
function arrange(root: HTMLDivElement): () => void {
  const stops = [
    $tablesHeight.subscribe((px) => root.style.setProperty('--tables-height', `${px}px`)),
    $ticketDock.subscribe((dock) => (root.dataset['dock'] = dock)),
  ];
  return () => stops.forEach((stop) => stop());
}

/**
 * The symbol that the screen shows: at first the one in the URL, later the one chosen in the list or through the
 * browser's history.
 */
function useSymbol(initialSymbol: string): string {
  const { t } = useTerminal();
  const chosen = useStore($symbol);
  const symbol = chosen === '' ? initialSymbol : chosen;

  useEffect(() => {
    const follow = () => $symbol.set(symbolOf(location.pathname));
    follow();
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);

  useEffect(() => {
    document.title = `${symbol} · ${t('platform.title')} · ${brand.name}`;
  }, [symbol, t]);

  return symbol;
}

/**
 * Announces a lost connection politely. The live region is rendered from the start, because screen readers ignore text
 * in a region that was just added.
 */
function ConnectionBar() {
  const { t } = useTerminal();
  const isLost = useStore($connection) === 'lost';
  return (
    <div role="status" className={styles.connection} data-lost={isLost || undefined}>
      {isLost && t('platform.connection.lost')}
    </div>
  );
}
