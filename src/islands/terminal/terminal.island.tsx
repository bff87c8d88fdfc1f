import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useMemo } from 'react';
import { brand } from '../../brand.ts';
import { createTranslate } from '../../lib/i18n/translate.ts';
import type { Messages } from '../../lib/i18n/translate.ts';
import { $assets } from '../../stores/assets.ts';
import { $connection } from '../../stores/connection.ts';
import { $symbol, $tablesHeight, goToSymbol, nearestAssets, symbolOf } from '../../stores/market-list.ts';
import { startTerminal } from '../../stores/trading/terminal.ts';
import { Button } from '../shared/button.tsx';
import { ChartPanel } from './chart/chart-panel.tsx';
import { MarketList } from './market/market-list.tsx';
import { PanelResizer, PositionsPanel } from './positions/positions-panel.tsx';
import { SummaryBar } from './shell/summary-bar.tsx';
import { Toasts } from './shell/toasts.tsx';
import { useIsNarrow } from './shell/use-is-narrow.ts';
import { TerminalContext, useTerminal } from './terminal-context.ts';
import styles from './terminal.module.css';
import { CalculatorSection } from './ticket/calculator.tsx';
import { TicketPanel, TicketSheet } from './ticket/ticket-panel.tsx';
import { TradeBar } from './ticket/trade-sides.tsx';

interface TerminalIslandProps {
  /** The symbol in the URL, in upper case. */
  symbol: string;
  locale: string;
  /** Texts by namespace: platform, problems, common. */
  messages: Messages;
}

export function TerminalIsland({ symbol, locale, messages }: TerminalIslandProps) {
  const value = useMemo(() => ({ t: createTranslate(messages), locale, currency: brand.currency }), [messages, locale]);
  return (
    <TerminalContext value={value}>
      <Terminal initialSymbol={symbol} />
    </TerminalContext>
  );
}

/** The trading screen. */
function Terminal({ initialSymbol }: { initialSymbol: string }) {
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

/**
 * Shown instead of the chart if the URL names no known asset. Suggests similar symbols; the market list stays beside
 * it.
 */
function UnknownSymbol({ symbol }: { symbol: string }) {
  const { t } = useTerminal();
  const state = useStore($assets);
  const nearest = state.status === 'ready' ? nearestAssets(state.assets, symbol).map((asset) => asset.symbol) : [];
  const offered = nearest.length > 0 ? nearest : [brand.defaultSymbol];
  return (
    <section className={styles.unknown}>
      <h1>{t('platform.unknown.title', { symbol })}</h1>
      <p>{t('platform.unknown.text')}</p>
      <div className={styles.offers}>
        {offered.map((each, index) => (
          <Button key={each} variant={index === 0 ? 'primary' : 'secondary'} onClick={() => goToSymbol(each)}>
            {t('platform.unknown.open', { symbol: each })}
          </Button>
        ))}
      </div>
    </section>
  );
}
