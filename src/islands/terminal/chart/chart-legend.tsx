import { useCallback } from 'react';
import { formatBarTime } from '../../../lib/format/format-date-time.ts';
import { formatRate, formatSignedPercent } from '../../../lib/format/format-number.ts';
import { trendOfProfit } from '../live/follow-position.ts';
import { dash } from '../live/follow-price.ts';
import { useTerminal } from '../terminal-context.ts';
import styles from './chart-legend.module.css';
import type { PriceChart, ShownBar } from './price-chart.ts';

const rates = ['open', 'high', 'low', 'close'] as const;
const figures = ['time', ...rates, 'change'] as const;

/** The figures of one bar, past React: they follow the crosshair, and the newest price where there is none. */
export function ChartLegend({ chart, isDaily }: { chart: PriceChart; isDaily: boolean }) {
  const { t, locale } = useTerminal();
  const follow = useCallback(
    (legend: HTMLDListElement) => chart.$bar.subscribe(legendWriter(legend, { locale, isDaily })),
    [chart, locale, isDaily],
  );
  return (
    <dl ref={follow} className={styles.legend}>
      {figures.map((figure) => (
        <div key={figure}>
          <dt>
            <abbr title={t(`platform.chart.bar.${figure}`)}>{t(`platform.chart.barShort.${figure}`)}</abbr>
          </dt>
          <dd data-bar={figure} />
        </div>
      ))}
    </dl>
  );
}

/** A writer of bars; it touches only what changed. Of a bar of a day the time of day says nothing. */
function legendWriter(legend: HTMLElement, { locale, isDaily }: { locale: string; isDaily: boolean }) {
  const write = (name: string, text: string) => {
    const cell = legend.querySelector(`[data-bar=${name}]`);
    if (cell && cell.textContent !== text) cell.textContent = text;
    return cell;
  };
  return (bar: ShownBar | undefined) => {
    if (bar?.time === undefined) return;
    write('time', formatBarTime(bar.time, { locale, isDaily }) + (isDaily ? '' : ' UTC'));
    for (const name of rates) write(name, bar[name] === undefined ? dash : formatRate(bar[name], locale));
    const change = bar.open && bar.close ? (bar.close / bar.open - 1) * 100 : undefined;
    const cell = write('change', change === undefined ? '' : formatSignedPercent(change, locale));
    cell?.setAttribute('data-trend', trendOfProfit(change ?? 0));
  };
}
