import { useCallback } from 'react';
import type { Asset } from '../../../lib/contract/entities.ts';
import { followDayTrend } from '../../../stores/candles.ts';
import { priceBook } from '../../../stores/prices.ts';
import { writeChange } from '../live/follow-price.ts';
import { LiveRate, PriceAge, usePriceState } from '../live/live-price.tsx';
import { useTerminal } from '../terminal-context.ts';
import styles from './chart.module.css';

/** Which asset it is, what it costs, and how it moved in a day. */
export function AssetHeading({ symbol, asset }: { symbol: string; asset: Asset | undefined }) {
  const { t } = useTerminal();
  return (
    <div className={styles.heading}>
      <h1 className={styles.symbol}>{symbol}</h1>
      <span className={styles.name}>{asset?.name}</span>
      {usePriceState(symbol) === 'none' ? (
        <span className={styles.note}>{t('platform.chart.noPrice')}</span>
      ) : (
        <>
          <LiveRate symbol={symbol} side="sell" className={styles.price ?? ''} />
          <DayChange symbol={symbol} />
          <span className={styles.note}>{t('platform.chart.day')}</span>
          <PriceAge symbol={symbol} className={styles.age} />
        </>
      )}
    </div>
  );
}

function DayChange({ symbol }: { symbol: string }) {
  const { locale } = useTerminal();
  const follow = useCallback((cell: HTMLElement) => followDayChange(cell, { symbol, locale }), [symbol, locale]);
  return <span ref={follow} className={styles.change} />;
}

function followDayChange(cell: HTMLElement, { symbol, locale }: { symbol: string; locale: string }): () => void {
  let openRate = 0;
  const update = () => {
    const price = priceBook.get(symbol);
    if (price && price.sell > 0 && openRate > 0) writeChange(cell, (price.sell / openRate - 1) * 100, locale);
  };
  const stops = [
    followDayTrend(symbol, (trend) => {
      openRate = trend.openRate;
      update();
    }),
    priceBook.watch([symbol], update),
  ];
  // The next symbol's change is not known yet.
  return () => {
    stops.forEach((stop) => stop());
    cell.textContent = '';
  };
}
