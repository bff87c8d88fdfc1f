import { useStore } from '@nanostores/react';
import { brand } from '../../brand.ts';
import { $assets } from '../../stores/assets.ts';
import { goToSymbol } from '../../stores/market-list.ts';
import { nearestAssets } from '../../stores/nearest-assets.ts';
import { Button } from '../shared/button.tsx';
import { useTerminal } from './terminal-context.ts';
import styles from './terminal.module.css';

/**
 * Shown instead of the chart if the URL names no known asset. Suggests similar symbols; the market list stays beside
 * it. This module is loaded on first use.
 */
export function UnknownSymbol({ symbol }: { symbol: string }) {
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
