import {
  formatCount,
  formatNumber,
  formatRate,
  formatRateDistance,
  formatSignedPercent,
} from '../../../lib/format/format-number.ts';
import type { ChartPoint } from '../../../lib/contract/chart/chart-layout.ts';
import type { PriceChart } from '../chart/price-chart.ts';
import type { TerminalContextValue } from '../terminal-context.ts';
import type { Projection } from './figures.ts';
import { positionOf } from './time-axis.ts';

type Words = Pick<Projection, 'rateText' | 'shareText' | 'measureText'>;
type Bars = Pick<PriceChart['parts']['source'], 'bars' | 'resolution'>;

/** What drawings say, in the reader's language. `source` has the bars that are counted. */
export function wordsOf(source: Bars, { t, locale }: Pick<TerminalContextValue, 't' | 'locale'>): Words {
  return {
    rateText: (rate) => formatRate(rate, locale),
    shareText: (share) => formatNumber(share, locale),
    measureText: (from: ChartPoint, to: ChartPoint) =>
      t('platform.chart.tools.drawing.measured', {
        change: formatRateDistance(to.rate - from.rate, { of: to.rate, locale }),
        percent: formatSignedPercent((to.rate / from.rate - 1) * 100, locale),
        bars: formatCount(Math.abs(Math.round(positionOf(to.time, source) - positionOf(from.time, source))), locale),
      }),
  };
}
