import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { useEffect, useId } from 'react';
import type { PerformanceFacts, PerformancePeriod } from '../../../lib/contract/performance-call.ts';
import { formatCount, formatMoney, formatPercent, formatSignedMoney } from '../../../lib/format/format-number.ts';
import { goToSymbol } from '../../../stores/market-list.ts';
import { $performance, followPerformance, loadPerformance } from '../../../stores/trading/performance.ts';
import { Button } from '../../shared/button.tsx';
import { trendOfProfit } from '../live/follow-position.ts';
import { dash } from '../live/follow-price.ts';
import live from '../live/live.module.css';
import { useTerminal } from '../terminal-context.ts';
import { keepFocusNearby } from './keep-view.ts';
import styles from './performance-view.module.css';
import { ProfitFigure } from './profit-chart.tsx';
import { TableSkeleton } from './sorted-table.tsx';

const periods: readonly PerformancePeriod[] = ['7d', '30d', '12m', 'all'];

/** What the positions closed in a period made: profit over time, figures, and profit by asset. */
export function PerformanceView() {
  const { period, status, facts } = useStore($performance);
  useEffect(followPerformance, []);
  return (
    <div className={styles.performance} aria-busy={status === 'loading'}>
      <div className={styles.head}>
        {facts && facts.trades > 0 && <Headline facts={facts} />}
        <PeriodChoice period={period} />
      </div>
      {status === 'failed' ? <Failed /> : facts ? <Facts facts={facts} period={period} /> : <TableSkeleton />}
    </div>
  );
}

function PeriodChoice({ period }: { period: PerformancePeriod }) {
  const { t } = useTerminal();
  const name = useId();
  return (
    <fieldset className={styles.periods}>
      <legend className="visually-hidden">{t('platform.performance.period')}</legend>
      {periods.map((each) => (
        <label key={each}>
          <input type="radio" name={name} checked={each === period} onChange={() => void loadPerformance(each)} />
          <span>{t(`platform.performance.periods.${each}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Said by screen readers when another period is shown. */
function Headline({ facts: { profit } }: { facts: PerformanceFacts }) {
  const { t, locale, currency } = useTerminal();
  return (
    <p className={styles.headline} role="status">
      {t('platform.performance.profit')}{' '}
      <b className={live.profit} data-trend={trendOfProfit(profit)}>
        {formatSignedMoney(profit, locale, currency)}
      </b>
    </p>
  );
}

function Failed() {
  const { t } = useTerminal();
  return (
    <div ref={keepFocusNearby} className={styles.message} role="alert">
      <p>{t('platform.performance.failed')}</p>
      <Button onClick={() => void loadPerformance()}>{t('platform.retry')}</Button>
    </div>
  );
}

function Facts({ facts, period }: { facts: PerformanceFacts; period: PerformancePeriod }) {
  const { t } = useTerminal();
  if (facts.trades === 0)
    return (
      <p className={styles.message}>
        {t(period === 'all' ? 'platform.performance.none' : 'platform.performance.noneInPeriod')}
      </p>
    );
  return (
    <div className={styles.parts}>
      <ProfitFigure curve={facts.curve} equity={facts.equity} />
      <Figures facts={facts} />
      <div className={styles.byAsset}>
        <AssetTable assets={facts.assets} />
      </div>
    </div>
  );
}

/** The figures: each with its name, and in small what it is about. */
function Figures({ facts }: { facts: PerformanceFacts }) {
  const { t, locale, currency } = useTerminal();
  const { best, worst, trades_without_quotes: withoutQuotes } = facts;
  const text = (key: string, values?: Record<string, string>) => t(`platform.performance.${key}`, values);
  const count = (number: number) => formatCount(number, locale);
  const money = (major: number) => formatMoney(major, locale, currency);
  const made = (major: number | null | undefined) => (major == null ? dash : <Profit major={major} />);
  const spreadNote = withoutQuotes > 0 ? text('withoutQuotes', { count: count(withoutQuotes) }) : text('spreadNote');
  return (
    <dl className={styles.figures}>
      <Figure name={text('trades')} note={text('wonAndLost', { wins: count(facts.wins), losses: count(facts.losses) })}>
        {count(facts.trades)}
      </Figure>
      <Figure name={text('winRate')} note={text('winRateNote')}>
        {facts.win_rate === null ? dash : formatPercent(facts.win_rate, locale)}
      </Figure>
      <Figure name={text('profitFactor')} note={text('profitFactorNote')}>
        {facts.profit_factor === null ? dash : formatFactor(facts.profit_factor, locale)}
      </Figure>
      <Figure name={text('drawdown')} note={text('drawdownNote')}>
        {money(facts.drawdown)}
      </Figure>
      <Figure name={text('averageWin')}>{made(facts.average_win)}</Figure>
      <Figure name={text('averageLoss')}>{made(facts.average_loss)}</Figure>
      <Figure name={text('best')} note={best?.symbol}>
        {made(best?.profit)}
      </Figure>
      <Figure name={text('worst')} note={worst?.symbol}>
        {made(worst?.profit)}
      </Figure>
      <Figure name={text('spreadCost')} note={spreadNote}>
        {money(facts.spread_cost)}
      </Figure>
      <Figure name={text('fees')} note={text('feesNote')}>
        {money(facts.fees)}
      </Figure>
    </dl>
  );
}

const formatFactor = (factor: number, locale: string) =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(factor);

function Profit({ major }: { major: number }) {
  const { locale, currency } = useTerminal();
  return (
    <span className={styles.profit} data-trend={trendOfProfit(major)}>
      {formatSignedMoney(major, locale, currency)}
    </span>
  );
}

interface FigureProps {
  name: string;
  note?: string | undefined;
  children: ReactNode;
}

function Figure({ name, note, children }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
      {note && <dd className={styles.note}>{note}</dd>}
    </div>
  );
}

/** The most profitable asset first. The bars begin at a common zero, losses to its left. */
function AssetTable({ assets }: Pick<PerformanceFacts, 'assets'>) {
  const { t, locale } = useTerminal();
  const made = assets.map(({ profit }) => profit);
  const [least, most] = [Math.min(0, ...made), Math.max(0, ...made)];
  const share = (profit: number) => (profit / (most - least || 1)) * 100;
  const zero = share(-least);
  return (
    <table className={styles.assets}>
      <caption className="visually-hidden">{t('platform.performance.byAsset')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('platform.performance.asset')}</th>
          <th scope="col">{t('platform.performance.trades')}</th>
          <th scope="col" className={styles.rate}>
            {t('platform.performance.winRate')}
          </th>
          <th scope="col" colSpan={2} aria-sort="descending">
            {t('platform.performance.made')}
          </th>
        </tr>
      </thead>
      <tbody>
        {assets.map(({ symbol, symbolName, trades, wins, profit }) => (
          <tr key={symbol}>
            <th scope="row">
              <button type="button" title={symbolName} onClick={() => goToSymbol(symbol)}>
                {symbol}
              </button>
            </th>
            <td>{formatCount(trades, locale)}</td>
            <td className={styles.rate}>{formatPercent(Math.round((wins / trades) * 100), locale)}</td>
            <td className={styles.bar} aria-hidden="true">
              <svg viewBox="0 0 100 8" preserveAspectRatio="none">
                <rect
                  data-trend={trendOfProfit(profit)}
                  x={zero + Math.min(0, share(profit))}
                  width={Math.abs(share(profit))}
                  height={8}
                />
                <path d={`M${zero} 0V8`} />
              </svg>
            </td>
            <td>
              <Profit major={profit} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
