import type { AccountChoice } from '../../../lib/affiliates/account-choice.ts';
import { useList } from '../../lists/list-context.ts';
import styles from './accounts.module.css';

const sorts = ['created_at-desc', 'created_at-asc', 'first_deposit-desc', 'first_deposit-asc'] as const;

interface SortChoiceProps {
  choice: AccountChoice;
  onChoose: (choice: AccountChoice) => void;
}

/** The order of the list, on cards, which have no heads. */
export function SortChoice({ choice, onChoose }: SortChoiceProps) {
  const { t } = useList();
  return (
    <label className={styles.sort}>
      <span>{t('affiliate.sort.label')}</span>
      <select
        value={`${choice.sort}-${choice.order}`}
        onChange={({ target }) => {
          const [sort, order] = target.value.split('-') as [AccountChoice['sort'], AccountChoice['order']];
          onChoose({ ...choice, sort, order });
        }}
      >
        {sorts.map((each) => (
          <option key={each} value={each}>
            {t(`affiliate.sort.${each}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
