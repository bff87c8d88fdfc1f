import { useState } from 'react';
import type { Position } from '../../../lib/contract/entities.ts';
import type { ProblemCode } from '../../../lib/contract/problem.ts';
import { formatCount } from '../../../lib/format/format-number.ts';
import { toMajor } from '../../../lib/trading/money.ts';
import { showToast } from '../../../stores/toasts.ts';
import { loadWholeHistory } from '../../../stores/trading/history.ts';
import { $openInOrder } from '../../../stores/trading/open-order.ts';
import { openProfitMinor } from '../../../stores/trading/positions.ts';
import { useTerminal } from '../terminal-context.ts';
import styles from './panel.module.css';

/** Saves all of a table as a CSV file: the open positions as they are now, or the whole history and not only its page. */
export function ExportButton({ which }: { which: 'open' | 'history' }) {
  const { t, locale, currency } = useTerminal();
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);

  const fail = (problem: ProblemCode, done: number) =>
    showToast({
      kind: 'error',
      text: t('platform.export.failed', { done: formatCount(done, locale), problem: t(`problems.${problem}`) }),
    });

  const save = async (positions: readonly Position[]) => {
    const module = await import('./save-positions.ts').catch(() => null);
    if (!module) return fail('UNAVAILABLE', positions.length);
    const file = `${which === 'open' ? 'open-positions' : 'history'}-${new Date().toISOString().slice(0, 10)}.csv`;
    module.savePositions(file, positions, currency);
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
    if (whole.ok) await save(whole.positions);
    else fail(whole.problem.code, done);
  };

  const start = () => {
    if (progress) return;
    if (which === 'history') void saveHistory();
    else void save($openInOrder.get().map((position) => ({ ...position, profit: toMajor(openProfitMinor(position)) })));
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
