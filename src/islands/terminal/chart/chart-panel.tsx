import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useState } from 'react';
import type { CandleResolution } from '../../../lib/contract/calls.ts';
import type { Asset } from '../../../lib/contract/entities.ts';
import {
  $candles,
  $resolution,
  chartResolutions,
  followDayTrend,
  loadCandles,
  shownCandles,
} from '../../../stores/candles.ts';
import { $priceConnection } from '../../../stores/connection.ts';
import { $feed, priceBook } from '../../../stores/prices.ts';
import { serverNowMs } from '../../../stores/realtime/api-server.ts';
import { Button } from '../../shared/button.tsx';
import { useLoaded } from '../../shared/on-demand.tsx';
import { writeChange } from '../live/follow-price.ts';
import { LiveRate, PriceAge, usePriceState } from '../live/live-price.tsx';
import { useTerminal } from '../terminal-context.ts';
import { ChartCanvas } from './chart-canvas.tsx';
import { ChartOverlay } from './chart-overlay.tsx';
import styles from './chart.module.css';
import type { PriceChart } from './price-chart.ts';
import { ToolButtons, ToolsWhenUsed } from './tool-buttons.tsx';

/** The library is 50 kB, so it loads after the first paint, while the candles are being fetched. */
const loadLibrary = () => import('./price-chart.ts');

/** The chart of the symbol, with its price above it. */
export function ChartPanel({ symbol, asset }: { symbol: string; asset: Asset | undefined }) {
  const { t } = useTerminal();
  const resolution = useStore($resolution);
  const [chart, setChart] = useState<PriceChart | null>(null);
  const [isMissing, setMissing] = useState(false);
  const library = useLoaded(loadLibrary, () => setMissing(true));
  useLoading(symbol, resolution);

  return (
    <section className={styles.chart} aria-label={t('platform.chart.title', { symbol })}>
      <header className={styles.head}>
        <AssetHeading symbol={symbol} asset={asset} />
        <div className={styles.controls}>
          <ResolutionSwitch selected={resolution} />
          <ToolButtons />
        </div>
      </header>
      <div className={styles.body}>
        {library && <ChartCanvas library={library} onChart={setChart} />}
        {chart && <ChartOverlay chart={chart} />}
        {chart && <ToolsWhenUsed chart={chart} symbol={symbol} />}
        {isMissing ? <NoLibrary /> : <ChartCover isDrawing={chart !== null} />}
        <p className={styles.attribution}>
          <PriceOrigin />
          <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
            {t('platform.chart.attribution')}
          </a>
        </p>
      </div>
    </section>
  );
}

/** Loads the candles. Loads them again after a lost connection and when the page becomes visible, to fill the gap. */
function useLoading(symbol: string, resolution: CandleResolution) {
  const isLost = useStore($priceConnection) === 'lost';
  useEffect(() => {
    const load = () => void loadCandles({ symbol, resolution }, serverNowMs());
    const loadMissed = () => {
      if (!document.hidden) load();
    };
    if (!isLost || !shownCandles({ symbol, resolution })) load();
    document.addEventListener('visibilitychange', loadMissed);
    return () => document.removeEventListener('visibilitychange', loadMissed);
  }, [symbol, resolution, isLost]);
}

function ResolutionSwitch({ selected }: { selected: CandleResolution }) {
  const { t } = useTerminal();
  return (
    <fieldset className={styles.resolutions}>
      <legend className="visually-hidden">{t('platform.chart.resolution')}</legend>
      {chartResolutions.map((resolution) => (
        <label key={resolution}>
          <input
            type="radio"
            name="resolution"
            className="visually-hidden"
            checked={resolution === selected}
            onChange={() => $resolution.set(resolution)}
          />
          {resolution}
        </label>
      ))}
    </fieldset>
  );
}

/** Chromium does not ask again for a script that did not arrive, so only a reload can help. */
function NoLibrary() {
  const { t } = useTerminal();
  return (
    <div className={styles.cover} role="alert">
      <p>{t('platform.chart.failed')}</p>
      <Button onClick={() => location.reload()}>{t('common.partMissing.reload')}</Button>
    </div>
  );
}

/** Covers the chart while there is nothing to draw. */
function ChartCover({ isDrawing }: { isDrawing: boolean }) {
  const { t } = useTerminal();
  const state = useStore($candles);
  if (state?.status === 'failed') {
    return (
      <div className={styles.cover} role="alert">
        <p>{t('platform.chart.failed')}</p>
        <Button onClick={() => void loadCandles(state, serverNowMs())}>{t('platform.retry')}</Button>
      </div>
    );
  }
  if (state?.status !== 'ready' || !isDrawing) return <ChartSkeleton />;
  return state.candles.length === 0 ? <p className={styles.cover}>{t('platform.chart.empty')}</p> : null;
}

/** A skeleton in the shape of a chart, drawn by the style sheet. */
function ChartSkeleton() {
  const { t } = useTerminal();
  return (
    <div className={styles.cover} role="status">
      <span className="visually-hidden">{t('common.loading')}</span>
      <span className={styles.ghost} />
    </div>
  );
}

/** The asset's name, its price and its daily change. */
function AssetHeading({ symbol, asset }: { symbol: string; asset: Asset | undefined }) {
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
  // Clears the cell, because the next symbol's change is not known yet.
  return () => {
    stops.forEach((stop) => stop());
    cell.textContent = '';
  };
}

/** Says where the prices come from, unless they come from a venue. */
function PriceOrigin() {
  const { t } = useTerminal();
  const feed = useStore($feed);
  return feed && feed.origin !== 'live' ? (
    <span className={styles.origin}>{t(`common.prices.${feed.origin}`)}</span>
  ) : null;
}
