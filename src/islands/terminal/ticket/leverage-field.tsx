import { useId } from 'react';
import { useTerminal } from '../terminal-context.ts';
import styles from './fields.module.css';

interface LeverageFieldProps {
  leverages: readonly number[];
  selected: number | undefined;
  /** The key of what is wrong with it. */
  fault: string | undefined;
  onSelect: (leverage: number) => void;
}

/** Only what the customer may choose here. */
export function LeverageField({ leverages, selected, fault, onSelect }: LeverageFieldProps) {
  const { t } = useTerminal();
  const name = useId();
  return (
    <fieldset className={styles.leverage} aria-describedby={fault === undefined ? undefined : `${name}-note`}>
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
      {fault !== undefined && (
        <p id={`${name}-note`} className={styles.hint} data-fault="" role="alert">
          {t(`platform.ticket.fault.leverage.${fault}`)}
        </p>
      )}
    </fieldset>
  );
}
