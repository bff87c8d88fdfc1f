import type { SubmitEvent } from 'react';
import type { StatementFormat } from '../../lib/contract/payments/statement-calls.ts';
import { useList } from '../lists/list-context.ts';
import { Button } from '../shared/button.tsx';
import { Field } from '../shared/fields/field.tsx';
import { PeriodChoice } from './period-choice.tsx';
import styles from './statement.module.css';
import { useStatement } from './use-statement.ts';

const formats = ['pdf', 'csv'] as const satisfies readonly StatementFormat[];

/** Asks for a statement: its days, and as what it is saved. */
export function StatementForm() {
  const { t } = useList();
  const { choice, period, faults, making, notice, choose, setDay, make, fields } = useStatement();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent;
    void make(submitter?.getAttribute('value') === 'csv' ? 'csv' : 'pdf');
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <PeriodChoice choice={choice} onChoose={choose} />
      <div className={styles.days}>
        {(['from', 'until'] as const).map((name) => (
          <Field
            key={name}
            ref={fields[name]}
            type="date"
            label={name === 'from' ? t('statements.from') : t('statements.until')}
            value={period[name]}
            onChange={({ target }) => setDay(name, target.value)}
            error={faults[name]}
            hint={name === 'from' && t('statements.utc')}
            required
          />
        ))}
      </div>
      <div className={styles.actions}>
        {formats.map((format) => (
          <Button
            key={format}
            type="submit"
            value={format}
            variant={format === 'pdf' ? 'primary' : 'secondary'}
            isLoading={making === format}
          >
            {t(`statements.save.${format}`)}
          </Button>
        ))}
        <p role="status" className={styles.notice}>
          {notice?.kind === 'told' && notice.text}
        </p>
      </div>
      {notice?.kind === 'failed' && (
        <p role="alert" className={styles.failed}>
          {notice.text}
        </p>
      )}
    </form>
  );
}
