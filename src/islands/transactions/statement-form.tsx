import type { SubmitEvent } from 'react';
import { useId, useRef, useState } from 'react';
import type { StatementFormat } from '../../lib/contract/payments/payment-calls.ts';
import type { Problem } from '../../lib/contract/problem.ts';
import type { PeriodPreset, StatementPeriod } from '../../lib/transactions/statement-period.ts';
import { periodFault, periodPresets, presetPeriod } from '../../lib/transactions/statement-period.ts';
import { exportStatement } from '../../stores/payments/statements.ts';
import { serverNowMs } from '../../stores/realtime/api-server.ts';
import { $session } from '../../stores/session.ts';
import { useList } from '../lists/list-context.ts';
import { Button } from '../shared/button.tsx';
import { Field } from '../shared/fields/field.tsx';
import { saveFile } from '../shared/export/save-file.ts';
import styles from './statement.module.css';

const formats = ['pdf', 'csv'] as const satisfies readonly StatementFormat[];

/** Requests a statement for a period, in a chosen file format. */
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

type PeriodChoiceName = PeriodPreset | 'own';

const choices: readonly PeriodChoiceName[] = [...periodPresets, 'own'];

interface PeriodChoiceProps {
  choice: PeriodChoiceName;
  onChoose: (choice: PeriodChoiceName) => void;
}

/** Lets the customer choose a common period or custom days. */
function PeriodChoice({ choice, onChoose }: PeriodChoiceProps) {
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

type DayFaults = Partial<Record<keyof StatementPeriod, string>>;
type StatementNotice = { kind: 'told' | 'failed'; text: string };

function periodOf(choice: PeriodChoiceName, before: StatementPeriod | null): StatementPeriod {
  if (choice === 'own' && before) return before;
  const since = $session.get()?.user.created_at.slice(0, 10) ?? '';
  return presetPeriod(choice === 'own' ? 'thisMonth' : choice, { nowMs: serverNowMs(), since });
}

/** The state of the form: the chosen statement, and the progress of creating it. */
function useStatement() {
  const { t, locale } = useList();
  const [choice, setChoice] = useState<PeriodChoiceName>('thisMonth');
  const [period, setPeriod] = useState(() => periodOf('thisMonth', null));
  const [faults, setFaults] = useState<DayFaults>({});
  const [making, setMaking] = useState<StatementFormat | null>(null);
  const [notice, setNotice] = useState<StatementNotice | null>(null);
  const fields = { from: useRef<HTMLInputElement>(null), until: useRef<HTMLInputElement>(null) };

  function choose(next: PeriodChoiceName): void {
    setChoice(next);
    setPeriod(periodOf(next, period));
    setFaults({});
  }

  function setDay(name: keyof StatementPeriod, day: string): void {
    setChoice('own');
    setPeriod({ ...period, [name]: day });
    setFaults({});
  }

  function refuseDay(field: keyof StatementPeriod, text: string): void {
    setFaults({ [field]: text });
    setNotice(null);
    fields[field].current?.focus();
  }

  function tellProblem({ code, fields: refused = {} }: Problem): void {
    // The server refuses valid days for only one reason: too many transactions in the period.
    if (code === 'VALIDATION' && 'until' in refused) refuseDay('until', t('statements.fault.many'));
    else setNotice({ kind: 'failed', text: t('statements.failed', { problem: t(`problems.${code}`) }) });
  }

  async function make(format: StatementFormat): Promise<void> {
    if (making) return;
    const fault = periodFault(period, serverNowMs());
    if (fault) {
      refuseDay(fault.field, t(`statements.fault.${fault.fault}`));
      return;
    }
    setMaking(format);
    setFaults({});
    setNotice({ kind: 'told', text: t('statements.making') });
    const exported = await exportStatement({ ...period, format, locale });
    setMaking(null);
    if (!exported.ok) {
      tellProblem(exported.problem);
      return;
    }
    const { name, type, bytes } = exported.file;
    saveFile({ name, content: bytes, type });
    setNotice({ kind: 'told', text: t('statements.done', { file: name }) });
  }

  return { choice, period, faults, making, notice, choose, setDay, make, fields };
}
