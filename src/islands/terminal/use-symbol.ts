import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { brand } from '../../brand.ts';
import { $symbol, symbolOf } from '../../stores/market-list.ts';
import { useTerminal } from './terminal-context.ts';

/** The symbol on the screen: the address's at first, then what the list and the browser's history choose. */
export function useSymbol(initialSymbol: string): string {
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
