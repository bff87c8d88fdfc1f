import { useId } from 'react';
import { useTerminal } from '../terminal-context.ts';
import styles from './ticket.module.css';

interface LeverageFieldProps {
  leverages: readonly number[];
  selected: number | undefined;
  onSelect: (leverage: number) => void;
}

/** Only what the customer may choose here. */
export function LeverageField({ leverages, selected, onSelect }: LeverageFieldProps) {
  const { t } = useTerminal();
  const name = useId();
  return (
    <fieldset className={styles.leverage}>
      <legend>{t('platform.ticket.leverage')}</legend>
      <div className={styles.options}>
        {leverages.map((leverage) => (
          <label key={leverage}>
            <input
              type="radio"
              name={name}
              className="visually-hidden"
              value={leverage}
              checked={leverage === selected}
              onChange={() => onSelect(leverage)}
            />
            ×{leverage}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
