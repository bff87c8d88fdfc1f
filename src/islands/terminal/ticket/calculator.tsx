import { useStore } from '@nanostores/react';
import { formatMoney, formatPercent } from '../../../lib/format/format-number.ts';
import {
  $calculator,
  calculatorFault,
  calculatorFields,
  calculatorMinimum,
  calculatorRows,
  takeFromTicket,
} from '../../../stores/trading/calculator.ts';
import { useTerminal } from '../terminal-context.ts';
import { NumberField } from './number-field.tsx';
import { CalculatorTable } from './calculator-table.tsx';
import styles from './calculator.module.css';
import { useSettled } from './use-settled.ts';

/** What an amount becomes at each leverage when the price moves by some percent, and where it would be closed. */
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
        // Said once typing pauses, taken back at once.
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
              <button type="button" className={styles.take} onClick={takeFromTicket}>
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
