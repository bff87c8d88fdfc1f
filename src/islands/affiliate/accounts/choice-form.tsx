import type { SubmitEvent } from 'react';
import { useRef, useState } from 'react';
import type { AccountChoice, ChoiceDraft, ChoicePeriod, DraftFaults } from '../../../lib/affiliates/account-choice.ts';
import {
  choicePeriodDays,
  choicePeriods,
  draftFaults,
  everyAccount,
  filterOf,
  longestSearch,
  writeChoice,
} from '../../../lib/affiliates/account-choice.ts';
import type { AffiliateFilter, FilterSubject } from '../../../lib/contract/affiliate/affiliate-calls.ts';
import type { AffiliateMask } from '../../../lib/contract/affiliate/affiliate-entities.ts';
import { useList } from '../../lists/list-context.ts';
import { Button } from '../../shared/button.tsx';
import { Field } from '../../shared/fields/field.tsx';
import { SelectField } from '../../shared/fields/select-field.tsx';
import styles from './choice-form.module.css';

interface ChoiceFormProps {
  choice: AccountChoice;
  onChoose: (choice: AccountChoice) => void;
  masked: AffiliateMask;
}

/** Chooses the accounts to show, by days and by search text. */
export function ChoiceForm({ choice, onChoose, masked }: ChoiceFormProps) {
  const { t } = useList();
  const { draft, faults, whereRef, fromRef, untilRef, change, submit, chooseDays } = useChoiceForm(choice, onChoose);
  const reset = () => {
    change({ where: '', from: '', until: '', search: '' });
    onChoose({ ...everyAccount, sort: choice.sort, order: choice.order });
  };
  return (
    <form className={styles.form} role="search" aria-label={t('affiliate.filter.label')} onSubmit={submit} noValidate>
      <SelectField
        ref={whereRef}
        label={t('affiliate.filter.where')}
        value={draft.where}
        onChange={({ target }) => change({ where: target.value as FilterSubject | '' })}
        error={faults.where}
      >
        <option value="">{t('affiliate.filter.choose')}</option>
        <option value="created_at">{t('affiliate.filter.created_at')}</option>
        <option value="transactions">{t('affiliate.filter.transactions')}</option>
      </SelectField>
      <Field
        ref={fromRef}
        type="date"
        label={t('affiliate.filter.from')}
        value={draft.from}
        onChange={({ target }) => change({ from: target.value })}
        error={faults.from}
        hint={t('affiliate.filter.utc')}
      />
      <Field
        ref={untilRef}
        type="date"
        label={t('affiliate.filter.until')}
        value={draft.until}
        onChange={({ target }) => change({ until: target.value })}
        error={faults.until}
      />
      <Field
        className={styles.search}
        type="search"
        label={t('affiliate.filter.search')}
        hint={t(`affiliate.filter.searched.${masked}`)}
        value={draft.search}
        maxLength={longestSearch}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => change({ search: target.value })}
        onBlur={() => change({ search: draft.search.trim() })}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="primary">
          {t('affiliate.filter.submit')}
        </Button>
        <Button onClick={reset}>{t('affiliate.filter.reset')}</Button>
      </div>
      <PeriodButtons days={choice.filter} onChoose={chooseDays} />
    </form>
  );
}

type Days = Pick<AffiliateFilter, 'from' | 'until'>;

interface PeriodButtonsProps {
  /** The chosen days; null means all. */
  days: Days | null;
  onChoose: (days: Days) => void;
}

/** Buttons for the most common periods. */
function PeriodButtons({ days, onChoose }: PeriodButtonsProps) {
  const { t } = useList();
  const [openedMs] = useState(() => Date.now());
  const isChosen = (period: ChoicePeriod) => {
    const { from, until } = choicePeriodDays(period, openedMs);
    return days?.from === from && days.until === until;
  };
  return (
    <div role="group" className={styles.periods} aria-label={t('affiliate.filter.period.label')}>
      {choicePeriods.map((period) => (
        <button
          key={period}
          type="button"
          aria-pressed={isChosen(period)}
          onClick={() => onChoose(choicePeriodDays(period, Date.now()))}
        >
          {t(`affiliate.filter.period.${period}`)}
        </button>
      ))}
    </div>
  );
}

const draftOf = ({ filter, search }: AccountChoice): ChoiceDraft => ({
  ...(filter ?? { where: '', from: '', until: '' }),
  search,
});

/** The choice while it is edited, and its validation errors once it is submitted. */
function useChoiceForm(choice: AccountChoice, onChoose: (choice: AccountChoice) => void) {
  const { t } = useList();
  const [draft, setDraft] = useState(() => draftOf(choice));
  const [faults, setFaults] = useState<DraftFaults>({});
  const chosen = writeChoice({ ...choice, sort: 'created_at', order: 'desc' });
  const [seen, setSeen] = useState(chosen);
  // If the choice changes outside this form, for example through the browser's history, the form shows the new one and
  // keeps the focus.
  if (seen !== chosen) {
    setSeen(chosen);
    setDraft(draftOf(choice));
    setFaults({});
  }
  const whereRef = useRef<HTMLSelectElement>(null);
  const fromRef = useRef<HTMLInputElement>(null);
  const untilRef = useRef<HTMLInputElement>(null);

  const change = (part: Partial<ChoiceDraft>) => {
    const names = Object.keys(part);
    setDraft((before) => ({ ...before, ...part }));
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name))));
  };

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = draftFaults(draft, choice);
    setFaults(found);
    if (found.where) whereRef.current?.focus();
    else if (found.from) fromRef.current?.focus();
    else if (found.until) untilRef.current?.focus();
    else onChoose({ ...choice, filter: filterOf(draft), search: draft.search.trim() });
  };

  /** Applies the days to the chosen date field, or to the day of registration if none is chosen. */
  const chooseDays = (days: { from: string; until: string }) => {
    const where = draft.where || 'created_at';
    change({ where, ...days });
    onChoose({ ...choice, filter: { where, ...days }, search: draft.search.trim() });
  };

  const wordsOf = (name: keyof DraftFaults) => {
    const fault = faults[name];
    if (fault === 'order') return t('affiliate.filter.order');
    return fault && t('fields.errors.required', { title: t(`affiliate.filter.${name}`) });
  };
  const words = { where: wordsOf('where'), from: wordsOf('from'), until: wordsOf('until') };
  return { draft, faults: words, whereRef, fromRef, untilRef, change, submit, chooseDays };
}
