import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { CandleResolution } from '../../../lib/contract/calls.ts';
import type { Asset } from '../../../lib/contract/entities.ts';
import { serverNowMs } from '../../../stores/realtime/server-clock.ts';
import { $candles, $resolution, chartResolutions, loadCandles, shownCandles } from '../../../stores/candles.ts';
import { $priceLine } from '../../../stores/connection.ts';
import { Button } from '../../shared/button.tsx';
import { useTerminal } from '../terminal-context.ts';
import { PriceOrigin } from '../shell/price-origin.tsx';
import { AssetHeading } from './asset-heading.tsx';
import { ChartCanvas } from './chart-canvas.tsx';
import { ChartOverlay } from './chart-overlay.tsx';
import styles from './chart.module.css';
import type { PriceChart } from './price-chart.ts';

/** The chart of the symbol, with its price above it. */
export function ChartPanel({ symbol, asset }: { symbol: string; asset: Asset | undefined }) {
  const { t } = useTerminal();
  const resolution = useStore($resolution);
  const [chart, setChart] = useState<PriceChart | null>(null);
  useLoading(symbol, resolution);

  return (
    <section className={styles.chart} aria-label={t('platform.chart.title', { symbol })}>
      <header className={styles.head}>
        <AssetHeading symbol={symbol} asset={asset} />
        <ResolutionSwitch selected={resolution} />
      </header>
      <div className={styles.body}>
        <ChartCanvas onChart={setChart} />
        {chart && <ChartOverlay chart={chart} />}
        <ChartCover isDrawing={chart !== null} />
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

/** Loads the chart, and what it missed: after a lost line, and while nobody looked at the page. */
function useLoading(symbol: string, resolution: CandleResolution) {
  const isLost = useStore($priceLine) === 'lost';
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

/** Lies over the chart while there is nothing to draw. */
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

/** The shape of a chart, drawn by the style sheet. */
function ChartSkeleton() {
  const { t } = useTerminal();
  return (
    <div className={styles.cover} role="status">
      <span className="visually-hidden">{t('common.loading')}</span>
      <span className={styles.ghost} />
    </div>
  );
}
