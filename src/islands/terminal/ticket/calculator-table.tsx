import { formatMoney, formatPercent, formatSignedMoney } from '../../../lib/format/format-number.ts';
import { parseMoney } from '../../../lib/format/parse-money.ts';
import { calculatorLeverages, terminationPercent } from '../../../lib/trading/calculator/calculate.ts';
import type { CalculatorRow } from '../../../lib/trading/calculator/calculate.ts';
import { toMajor } from '../../../lib/trading/money.ts';
import { trendOfProfit } from '../live/follow-position.ts';
import { dash } from '../live/follow-price.ts';
import { useTerminal } from '../terminal-context.ts';
import styles from './calculator.module.css';

interface CalculatorTableProps {
  /** Null: nothing to calculate with; the distances are there all the same. */
  rows: readonly CalculatorRow[] | null;
  /** As typed. */
  percent: string;
}

export function CalculatorTable({ rows, percent }: CalculatorTableProps) {
  const { t, locale, currency } = useTerminal();
  const move = rows ? formatPercent(parseMoney(percent) ?? 0, locale) : dash;
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{t('platform.calculator.title')}</caption>
      <thead>
        <tr>
          <th scope="col">
            {t('platform.calculator.leverage')} <span>{t('platform.calculator.exposure')}</span>
          </th>
          <th scope="col">
            {t('platform.calculator.termination')} <span>{t('platform.calculator.distance')}</span>
          </th>
          <th scope="col">
            {t('platform.calculator.favour', { percent: move })}{' '}
            <span>{t('platform.calculator.against', { percent: move })}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {calculatorLeverages.map((leverage, index) => {
          const row = rows?.[index];
          return (
            <tr key={leverage}>
              <th scope="row">
                ×{leverage} <span>{row ? formatMoney(toMajor(row.exposureMinor), locale, currency) : dash}</span>
              </th>
              <td>{formatPercent(terminationPercent(leverage), locale)}</td>
              <td>
                <ProfitOf minor={row?.gainMinor} /> <ProfitOf minor={row?.lossMinor} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function ProfitOf({ minor }: { minor: number | undefined }) {
  const { locale, currency } = useTerminal();
  if (minor === undefined) return <span>{dash}</span>;
  return <span data-trend={trendOfProfit(minor)}>{formatSignedMoney(toMajor(minor), locale, currency)}</span>;
}
