import { closingReasons } from '../../../lib/contract/closing-reasons.ts';
import type { Position } from '../../../lib/contract/entities.ts';
import type { ProblemCode } from '../../../lib/contract/problem.ts';
import { formatCount } from '../../../lib/format/format-number.ts';
import { positionsCsv } from '../../../lib/format/positions-csv.ts';
import { toMajor } from '../../../lib/money.ts';
import { showToast } from '../../../stores/toasts.ts';
import type { HistoryFilter } from '../../../stores/trading/history.ts';
import { $history, loadWholeHistory } from '../../../stores/trading/history.ts';
import { $openInOrder, openProfitMinor } from '../../../stores/trading/positions.ts';
import { saveFile } from '../../shared/export/save-file.ts';
import type { TerminalContextValue } from '../terminal-context.ts';

/**
 * Saves a whole table as a CSV file, and says how that ended. `onProgress` gets the number of rows loaded so far, and
 * null at the end. This module is loaded on first use.
 */
export async function savePositions(
  which: 'open' | 'history',
  { t, locale, currency }: TerminalContextValue,
  onProgress: (progress: { done: number; total: number } | null) => void,
): Promise<void> {
  const subject = which === 'open' ? 'open-positions' : historyName($history.get().filter);
  const save = (positions: readonly Position[]) => {
    const file = `${subject}-${new Date().toISOString().slice(0, 10)}.csv`;
    saveFile({ name: file, content: positionsCsv(positions, currency), type: 'text/csv' });
    const count = formatCount(positions.length, locale);
    showToast({ kind: 'success', text: t('platform.export.done', { file, count }) });
  };
  const fail = (problem: ProblemCode, done: number) =>
    showToast({
      kind: 'error',
      text: t('platform.export.failed', { done: formatCount(done, locale), problem: t(`problems.${problem}`) }),
    });

  if (which === 'open') {
    save($openInOrder.get().map((position) => ({ ...position, profit: toMajor(openProfitMinor(position)) })));
    return;
  }
  let done = 0;
  onProgress({ done, total: 0 });
  const whole = await loadWholeHistory((now, total) => {
    done = now;
    onProgress({ done, total });
  });
  onProgress(null);
  if (whole.ok) save(whole.positions);
  else fail(whole.problem.code, done);
}

/** Names the filter, so that a part of the history is not taken for all of it. */
function historyName({ symbol, reason, from, until }: HistoryFilter): string {
  const parts = [
    symbol?.replace(/[^\w.-]/g, ''),
    reason === undefined ? undefined : closingReasons[reason].toLowerCase().replace(' ', '-'),
    from && `from-${from}`,
    until && `until-${until}`,
  ];
  return ['history', ...parts.filter(Boolean)].join('-');
}
