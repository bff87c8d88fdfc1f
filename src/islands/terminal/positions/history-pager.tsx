import { useStore } from '@nanostores/react';
import { $history, historyPageSize, loadHistory } from '../../../stores/trading/history.ts';
import { formatCount } from '../../../lib/format/format-number.ts';
import { useTerminal } from '../terminal-context.ts';
import styles from './panel.module.css';
import { showTop } from './show-top.ts';

/** Which of the closed positions are shown, and the way to the others. */
export function HistoryPager() {
  const { t, locale } = useTerminal();
  const { page, total } = useStore($history);
  if (total <= historyPageSize) return null;
  const last = Math.ceil(total / historyPageSize);
  const steps = [
    ['first', '«', 1],
    ['previous', '‹', page - 1],
    ['next', '›', page + 1],
    ['last', '»', last],
  ] as const;
  const range = {
    from: formatCount((page - 1) * historyPageSize + 1, locale),
    to: formatCount(Math.min(page * historyPageSize, total), locale),
    total: formatCount(total, locale),
  };
  return (
    <nav className={styles.pager} aria-label={t('platform.pages.title')}>
      <span role="status">{t('platform.pages.range', range)}</span>
      {steps.map(([step, sign, to]) => {
        const isThere = to !== page && to >= 1 && to <= last;
        return (
          <button
            key={step}
            type="button"
            aria-label={t(`platform.pages.${step}`)}
            // Not `disabled`: the last page must not take the focus away from who came there by it.
            aria-disabled={!isThere}
            onClick={({ currentTarget }) => {
              if (!isThere) return;
              void loadHistory({ page: to });
              showTop(currentTarget);
            }}
          >
            {sign}
          </button>
        );
      })}
    </nav>
  );
}
