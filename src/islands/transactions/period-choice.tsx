import { useId } from 'react';
import type { PeriodPreset } from '../../lib/transactions/statement-period.ts';
import { periodPresets } from '../../lib/transactions/statement-period.ts';
import { useList } from '../lists/list-context.ts';
import styles from './statement.module.css';

export type PeriodChoiceName = PeriodPreset | 'own';

const choices: readonly PeriodChoiceName[] = [...periodPresets, 'own'];

interface PeriodChoiceProps {
  choice: PeriodChoiceName;
  onChoose: (choice: PeriodChoiceName) => void;
}

/** The periods that are asked for most, and days of one's own. */
export function PeriodChoice({ choice, onChoose }: PeriodChoiceProps) {
  const { t } = useList();
  const name = useId();
  return (
    <fieldset className={styles.periods}>
      <legend>{t('statements.period.label')}</legend>
      <div>
        {choices.map((each) => (
          <label key={each}>
            <input type="radio" name={name} checked={each === choice} onChange={() => onChoose(each)} />
            <span>{t(`statements.period.${each}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
