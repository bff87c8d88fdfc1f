import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { formatMoney, formatPercent, formatSignedMoney } from '../../../lib/format/format-number.ts';
import { parseMoney } from '../../../lib/format/parse-number.ts';
import { calculatorLeverages, terminationPercent } from '../../../lib/trading/calculate.ts';
import type { CalculatorRow } from '../../../lib/trading/calculate.ts';
import { toMajor } from '../../../lib/money.ts';
import {
  $calculator,
  calculatorFault,
  calculatorFields,
  calculatorMinimum,
  calculatorRows,
  copyFromTicket,
} from '../../../stores/trading/calculator.ts';
import { trendOfProfit } from '../live/follow-position.ts';
import { dash } from '../live/follow-price.ts';
import { typingPauseMs } from '../live/level-fault.tsx';
import { useTerminal } from '../terminal-context.ts';
import styles from './calculator.module.css';
import { NumberField } from './number-field.tsx';

/**
 * What an amount becomes at each leverage if the price moves by a given percentage, and the rate at which the position
 * would be closed. This module is loaded on first use.
 */
export function Calculator() {
  const { t, locale, currency } = useTerminal();
  const input = useStore($calculator);
  const settled = useSettled(input);
  const least = {
    amount: formatMoney(calculatorMinimum, locale, currency),
    percent: formatPercent(calculatorMinimum, locale),
  };
  return (
    <div className={styles.calculator}>
      {calculatorFields.map((field) => {
        // A fault is shown once typing pauses, and removed as soon as it is corrected.
        const fault = calculatorFault(settled[field]) && calculatorFault(input[field]);
        return (
          <NumberField
            key={field}
            label={t(`platform.calculator.${field}`, { currency })}
            value={input[field]}
            onChange={(event) => $calculator.set({ ...input, [field]: event.target.value })}
            onBlur={() => $calculator.set({ ...input, [field]: input[field].trim() })}
            isWrong={fault !== undefined}
            note={fault && t(`platform.calculator.fault.${field}.${fault}`, { minimum: least[field] })}
          >
            {field === 'amount' && (
              <button type="button" className={styles.take} onClick={copyFromTicket}>
                {t('platform.calculator.take')}
              </button>
            )}
          </NumberField>
        );
      })}
      <CalculatorTable rows={calculatorRows(input)} percent={input.percent} />
      <p className={styles.note}>{t('platform.calculator.note')}</p>
    </div>
  );
}

interface CalculatorTableProps {
  /** Null if an input is missing or invalid; the distances are still shown. */
  rows: readonly CalculatorRow[] | null;
  /** As typed. */
  percent: string;
}

function CalculatorTable({ rows, percent }: CalculatorTableProps) {
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
                {t('platform.times', { leverage })}{' '}
                <span>{row ? formatMoney(toMajor(row.exposureMinor), locale, currency) : dash}</span>
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

/** The value as it was at the last pause in typing. */
function useSettled<Value>(typed: Value): Value {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), typingPauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}
