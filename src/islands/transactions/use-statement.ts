import { useRef, useState } from 'react';
import type { StatementFormat } from '../../lib/contract/payments/statement-calls.ts';
import type { Problem } from '../../lib/contract/problem.ts';
import type { StatementPeriod } from '../../lib/transactions/statement-period.ts';
import { periodFault, presetPeriod } from '../../lib/transactions/statement-period.ts';
import { takeStatement } from '../../stores/account-lists/statements.ts';
import { serverNowMs } from '../../stores/realtime/server-clock.ts';
import { $session } from '../../stores/session.ts';
import { useList } from '../lists/list-context.ts';
import { saveFile } from '../shared/take-away/save-file.ts';
import type { PeriodChoiceName } from './period-choice.tsx';

export type DayFaults = Partial<Record<keyof StatementPeriod, string>>;
export type StatementNotice = { kind: 'told' | 'failed'; text: string };

function periodOf(choice: PeriodChoiceName, before: StatementPeriod | null): StatementPeriod {
  if (choice === 'own' && before) return before;
  const since = $session.get()?.user.created_at.slice(0, 10) ?? '';
  return presetPeriod(choice === 'own' ? 'thisMonth' : choice, { nowMs: serverNowMs(), since });
}

/** What is chosen of a statement, and how its making goes. */
export function useStatement() {
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
    // Days that can be asked for are refused for one thing only: so much happened in them.
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
    const taken = await takeStatement({ ...period, format, locale });
    setMaking(null);
    if (!taken.ok) {
      tellProblem(taken.problem);
      return;
    }
    const { name, type, bytes } = taken.file;
    saveFile({ name, content: bytes, type });
    setNotice({ kind: 'told', text: t('statements.done', { file: name }) });
  }

  return { choice, period, faults, making, notice, choose, setDay, make, fields };
}
