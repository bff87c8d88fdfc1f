import { useState } from 'react';
import type { Position } from '../../../lib/contract/entities.ts';
import { formatCount } from '../../../lib/format/format-number.ts';
import { positionsCsv } from '../../../lib/format/positions-csv.ts';
import { toMajor } from '../../../lib/trading/money.ts';
import { showToast } from '../../../stores/toasts.ts';
import { loadWholeHistory } from '../../../stores/trading/history.ts';
import { $openInOrder } from '../../../stores/trading/open-order.ts';
import { openProfitMinor } from '../../../stores/trading/positions.ts';
import { saveCsv } from '../../shared/save-file.ts';
import { useTerminal } from '../terminal-context.ts';
import styles from './panel.module.css';

/** Saves all of a table as a CSV file: the open positions as they are now, or the whole history and not only its page. */
export function ExportButton({ which }: { which: 'open' | 'history' }) {
  const { t, locale, currency } = useTerminal();
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);

  const save = (positions: readonly Position[]) => {
    const file = `${which === 'open' ? 'open-positions' : 'history'}-${new Date().toISOString().slice(0, 10)}.csv`;
    saveCsv(file, positionsCsv(positions, currency));
    showToast({
      kind: 'success',
      text: t('platform.export.done', { file, count: formatCount(positions.length, locale) }),
    });
  };

  const saveHistory = async () => {
    let done = 0;
    setProgress({ done, total: 0 });
    const whole = await loadWholeHistory((now, total) => {
      done = now;
      setProgress({ done, total });
    });
    setProgress(null);
    if (whole.ok) save(whole.positions);
    else {
      const problem = t(`problems.${whole.problem.code}`);
      showToast({ kind: 'error', text: t('platform.export.failed', { done: formatCount(done, locale), problem }) });
    }
  };

  const start = () => {
    if (progress) return;
    if (which === 'history') void saveHistory();
    else save($openInOrder.get().map((position) => ({ ...position, profit: toMajor(openProfitMinor(position)) })));
  };

  return (
    <button type="button" className={styles.export} aria-busy={progress !== null} onClick={start}>
      {t('platform.export.action')}
      {progress && (
        <span role="status">
          {' '}
          {t('platform.export.running', {
            done: formatCount(progress.done, locale),
            total: formatCount(progress.total, locale),
          })}
        </span>
      )}
    </button>
  );
}
