import type { AccountChoice } from '../../../lib/affiliates/account-choice.ts';
import { everyAccount, longestSearch } from '../../../lib/affiliates/account-choice.ts';
import type { FilterSubject } from '../../../lib/contract/affiliate/affiliate-calls.ts';
import type { AffiliateMask } from '../../../lib/contract/affiliate/affiliate-entities.ts';
import { useList } from '../../lists/list-context.ts';
import { Button } from '../../shared/button.tsx';
import { Field } from '../../shared/fields/field.tsx';
import { SelectField } from '../../shared/fields/select-field.tsx';
import styles from './choice-form.module.css';
import { PeriodButtons } from './period-buttons.tsx';
import { useChoiceForm } from './use-choice-form.ts';

interface ChoiceFormProps {
  choice: AccountChoice;
  onChoose: (choice: AccountChoice) => void;
  masked: AffiliateMask;
}

/** Which accounts are looked at: of which days, and what is searched for. */
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
