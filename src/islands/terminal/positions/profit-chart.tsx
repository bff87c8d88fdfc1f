import type { KeyboardEvent, PointerEvent } from 'react';
import { useId, useMemo, useState } from 'react';
import type { PerformanceFacts } from '../../../lib/contract/performance-call.ts';
import { formatBarTime, formatDay } from '../../../lib/format/format-date-time.ts';
import { formatSignedMoney } from '../../../lib/format/format-number.ts';
import { toMajor, toMinor } from '../../../lib/money.ts';
import { trendOfProfit } from '../live/follow-position.ts';
import live from '../live/live.module.css';
import { useTerminal } from '../terminal-context.ts';
import styles from './profit-chart.module.css';
import { planeOf } from './profit-plane.ts';
import type { Plane } from './profit-plane.ts';

type Curve = PerformanceFacts['curve'];
type Point = Curve[number];

/** Closed profit over time as a curve, beside it the profit with open positions; or closed profit as a table. */
export function ProfitFigure({ curve, equity }: Pick<PerformanceFacts, 'curve' | 'equity'>) {
  const { t } = useTerminal();
  const titleId = useId();
  const [isTable, setIsTable] = useState(false);
  const [chosen, setChosen] = useState<number | null>(null);
  const format = usePointFormat();
  // A choice made on a longer curve may be beyond this one.
  const point = chosen === null ? undefined : curve[chosen];
  return (
    <figure className={styles.figure} aria-labelledby={titleId}>
      <figcaption className={styles.caption}>
        <span id={titleId} className={point && 'visually-hidden'}>
          {t('platform.performance.curve')}
        </span>
        {point && (
          <span className={styles.point} aria-hidden="true">
            {format.time(point)}
            <b className={live.profit} data-trend={trendOfProfit(point.profit)}>
              {format.profit(point)}
            </b>
            {format.equity(pointAt(equity, point))}
          </span>
        )}
        <button type="button" className={styles.toggle} aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
          {t('platform.performance.table')}
        </button>
      </figcaption>
      {isTable ? (
        <ProfitTable curve={curve} labelledBy={titleId} />
      ) : (
        <ProfitChart curve={curve} equity={equity} chosen={chosen} onChoose={setChosen} labelledBy={titleId} />
      )}
    </figure>
  );
}

function usePointFormat() {
  const { t, locale, currency } = useTerminal();
  const profit = (point: Point) => formatSignedMoney(point.profit, locale, currency);
  return {
    time: ({ time }: Point) => `${formatBarTime(Date.parse(time) / 1000, { locale })} UTC`,
    profit,
    equity: (point: Point | undefined) => point && t('platform.performance.equityPoint', { profit: profit(point) }),
  };
}

/** The point of the equity curve at a point of the other one, or the last before it. */
const pointAt = (equity: Curve, { time }: Point) =>
  equity.findLast((each) => Date.parse(each.time) <= Date.parse(time));

interface ProfitChartProps {
  curve: Curve;
  equity: Curve;
  /** The index of the point that is read out. */
  chosen: number | null;
  onChoose: (index: number | null) => void;
  labelledBy: string;
}

/**
 * Steps from close to close, because nothing is closed in between. The drawing is stretched to 100 × 100, so that it
 * needs no measuring. Its points can be read one by one, with the pointer or the arrow keys.
 */
function ProfitChart({ curve, equity, chosen, onChoose, labelledBy }: ProfitChartProps) {
  const { t } = useTerminal();
  const format = usePointFormat();
  const plane = useMemo(() => planeOf(curve, equity), [curve, equity]);
  const last = curve.length - 1;
  const index = Math.min(chosen ?? last, last);
  const point = curve[index];
  if (!point) return null;

  const follow = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const x = ((clientX - left) / width) * 100;
    onChoose(
      Math.max(
        0,
        curve.findLastIndex((each) => plane.x(each) <= x),
      ),
    );
  };
  const move = (event: KeyboardEvent) => {
    const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onChoose(Math.min(Math.max(to, 0), last));
  };
  return (
    <div className={styles.chart}>
      <div
        className={styles.plot}
        role="slider"
        tabIndex={0}
        aria-labelledby={labelledBy}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={index}
        aria-valuetext={[
          t('platform.performance.point', { time: format.time(point), profit: format.profit(point) }),
          format.equity(pointAt(equity, point)),
        ]
          .filter(Boolean)
          .join(', ')}
        onPointerMove={follow}
        onPointerDown={follow}
        onPointerLeave={() => onChoose(null)}
        onBlur={() => onChoose(null)}
        onKeyDown={move}
      >
        <Drawing plane={plane} />
        {equity.length > 0 && chosen === null && (
          <span className={styles.legend}>{t('platform.performance.equity')}</span>
        )}
        {chosen !== null && (
          <>
            <span className={styles.hair} style={{ left: `${plane.x(point)}%` }} />
            <span className={styles.dot} style={{ left: `${plane.x(point)}%`, top: `${plane.y(point.profit)}%` }} />
          </>
        )}
      </div>
      <Scales curve={curve} plane={plane} />
    </div>
  );
}

/** Above zero in the colour of profits, below in that of losses: two windows on the same path. */
function Drawing({ plane: { line, equityLine, ticks, y } }: { plane: Plane }) {
  const zero = y(0);
  const halves = [
    { trend: 'up', top: 0, height: zero },
    { trend: 'down', top: zero, height: 100 - zero },
  ];
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <path className={styles.grid} d={ticks.map((tick) => `M0 ${y(tick)}H100`).join('')} />
      {halves.map(({ trend, top, height }) => (
        <svg
          key={trend}
          data-trend={trend}
          {...{ y: top, width: 100, height }}
          viewBox={`0 ${top} 100 ${height}`}
          preserveAspectRatio="none"
        >
          <path className={styles.area} d={`${line}V${zero}H0Z`} />
          <path className={styles.line} d={line} />
        </svg>
      ))}
      {equityLine && <path className={styles.equity} d={equityLine} />}
      <path className={styles.zero} d={`M0 ${zero}H100`} />
    </svg>
  );
}

/** How many dates the axis has, evenly spaced. */
const dates = 3;

function Scales({ curve, plane: { ticks, y } }: { curve: Curve; plane: Plane }) {
  const { locale, currency } = useTerminal();
  const money = useMemo(() => {
    const step = (ticks[1] ?? 1) - (ticks[0] ?? 0);
    const digits = step < 1 ? 2 : 0;
    return new Intl.NumberFormat(locale, {
      ...{ style: 'currency', currency, signDisplay: 'negative', currencyDisplay: 'narrowSymbol' },
      ...(step >= 10_000 ? { notation: 'compact' } : { minimumFractionDigits: digits, maximumFractionDigits: digits }),
    });
  }, [ticks, locale, currency]);
  const [from = 0, until = 0] = [curve[0], curve.at(-1)].map((point) => Date.parse(point?.time ?? ''));
  const day = (part: number) => new Date(from + ((until - from) * part) / (dates - 1)).toISOString();
  return (
    <>
      <div className={styles.amounts} aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick} style={{ top: `${y(tick)}%` }}>
            {money.format(tick)}
          </span>
        ))}
      </div>
      <div className={styles.dates} aria-hidden="true">
        {Array.from({ length: dates }, (_, part) => (
          <span key={part}>{formatDay(day(part), locale)}</span>
        ))}
      </div>
    </>
  );
}

/** The points of the curve, newest first, with what each added. */
function ProfitTable({ curve, labelledBy }: { curve: Curve; labelledBy: string }) {
  const { t, locale, currency } = useTerminal();
  const format = usePointFormat();
  const closes = curve
    .map((point, index) => ({ point, made: toMajor(toMinor(point.profit) - toMinor(curve[index - 1]?.profit ?? 0)) }))
    .slice(1, -1)
    .reverse();
  return (
    <table className={styles.table} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">{t('platform.column.closed')}</th>
          <th scope="col">{t('platform.performance.change')}</th>
          <th scope="col">{t('platform.performance.profit')}</th>
        </tr>
      </thead>
      <tbody>
        {closes.map(({ point, made }, index) => (
          <tr key={index}>
            <th scope="row">{formatBarTime(Date.parse(point.time) / 1000, { locale })}</th>
            <td>{formatSignedMoney(made, locale, currency)}</td>
            <td>{format.profit(point)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
