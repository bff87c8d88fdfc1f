import { useCallback } from 'react';
import type { Asset } from '../../../lib/contract/entities.ts';
import { loadDayTrend } from '../../../stores/candles.ts';
import { priceBook } from '../../../stores/prices.ts';
import { dash } from '../live/follow-rate.ts';
import { LiveRate } from '../live/live-rate.tsx';
import { PriceAge } from '../live/price-age.tsx';
import { writeChange } from '../market/follow-row.ts';
import { useTerminal } from '../terminal-context.ts';
import styles from './chart.module.css';

/** Which asset it is, what it costs, and how it moved in a day. */
export function AssetHeading({ symbol, asset }: { symbol: string; asset: Asset | undefined }) {
  const { t } = useTerminal();
  return (
    <div className={styles.heading}>
      <h1 className={styles.symbol}>{symbol}</h1>
      <span className={styles.name}>{asset?.name}</span>
      <LiveRate symbol={symbol} side="sell" className={styles.price ?? ''} />
      <DayChange symbol={symbol} />
      <span className={styles.note}>{t('platform.chart.day')}</span>
      <PriceAge symbol={symbol} className={styles.age} />
    </div>
  );
}

function DayChange({ symbol }: { symbol: string }) {
  const { locale } = useTerminal();
  const follow = useCallback((cell: HTMLElement) => followDayChange(cell, { symbol, locale }), [symbol, locale]);
  return (
    <span ref={follow} className={styles.change}>
      {dash}
    </span>
  );
}

function followDayChange(cell: HTMLElement, { symbol, locale }: { symbol: string; locale: string }): () => void {
  let openRate = 0;
  let isOver = false;
  const update = () => {
    const price = priceBook.get(symbol);
    const isKnown = price !== undefined && price.sell > 0 && openRate > 0;
    writeChange(cell, isKnown ? (price.sell / openRate - 1) * 100 : NaN, locale);
  };
  update();
  void loadDayTrend(symbol, Date.now()).then((trend) => {
    if (isOver || !trend) return;
    openRate = trend.openRate;
    update();
  });
  const stop = priceBook.watch([symbol], update);
  return () => {
    isOver = true;
    stop();
  };
}
