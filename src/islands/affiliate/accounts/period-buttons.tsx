import { useState } from 'react';
import type { ChoicePeriod } from '../../../lib/affiliates/choice-periods.ts';
import { choicePeriodDays, choicePeriods } from '../../../lib/affiliates/choice-periods.ts';
import type { AffiliateFilter } from '../../../lib/contract/affiliate/affiliate-calls.ts';
import { useList } from '../../lists/list-context.ts';
import styles from './choice-form.module.css';

type Days = Pick<AffiliateFilter, 'from' | 'until'>;

interface PeriodButtonsProps {
  /** The days that are looked at; null: all. */
  days: Days | null;
  onChoose: (days: Days) => void;
}

/** The days that are looked at most, at one press each. */
export function PeriodButtons({ days, onChoose }: PeriodButtonsProps) {
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
