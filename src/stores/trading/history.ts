import { atom } from 'nanostores';
import { getHistory } from '../../lib/contract/endpoints.ts';
import type { HistorySort } from '../../lib/contract/fields.ts';
import type { Position } from '../../lib/contract/entities.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { callApi } from '../api.ts';
import { $positions } from './positions.ts';
import type { SortOrder } from './open-order.ts';

/** What of the history is asked for; pages count from 1. */
export interface HistoryChoice {
  sort: HistorySort;
  order: SortOrder;
  page: number;
}

/**
 * The page that is shown. While another one is loading, and where it failed, `rows` are still those of the last one.
 */
export interface HistoryState extends HistoryChoice {
  status: 'loading' | 'ready' | 'failed';
  rows: readonly Position[];
  /** How many closed positions there are in all. */
  total: number;
}

export const historyPageSize = 50;

export const $history = atom<HistoryState>({
  status: 'loading',
  sort: 'close_date',
  order: 'desc',
  page: 1,
  rows: [],
  total: 0,
});

let newestRequest = 0;

/**
 * Loads a page, by another choice where one is given. Without one the page is refreshed: what is shown stays until the
 * answer is here, and stays where there is none. Of two loads under way only the newest counts.
 */
export async function loadHistory(choice: Partial<HistoryChoice> = {}): Promise<void> {
  const request = ++newestRequest;
  const known = $history.get();
  if (Object.keys(choice).length > 0 || known.status === 'failed')
    $history.set({ ...known, ...choice, status: 'loading' });
  const { sort, order, page } = $history.get();
  const answer = await callApi(getHistory, { body: { sort, order, page, limit: historyPageSize } });
  if (request !== newestRequest) return;
  const state = $history.get();
  if (answer.ok) $history.set({ ...state, ...answer.data, status: 'ready' });
  else if (state.status === 'loading') $history.set({ ...state, status: 'failed' });
}

/** Keeps the first page as the server has it, while it is looked at; other pages would move under the reader. */
export function followHistory(): () => void {
  void loadHistory();
  let newest = newestClosed();
  return $positions.listen(() => {
    if (newest === newestClosed()) return;
    newest = newestClosed();
    if ($history.get().page === 1) void loadHistory();
  });
}

/** Another list whenever a position was closed. */
function newestClosed(): readonly Position[] | null {
  const positions = $positions.get();
  return positions.status === 'ready' ? positions.history : null;
}

/** The most that one call gives. */
const exportPageSize = 1000;

/**
 * Loads the whole history, page by page, oldest first: what is closed in the meantime comes at the end and moves
 * nothing. `tell` is told after each page how many of how many are there. Nothing is kept where one page fails.
 */
export async function loadWholeHistory(
  tell: (done: number, total: number) => void,
): Promise<Result<{ positions: Position[] }>> {
  const positions: Position[] = [];
  for (let page = 1; ; page += 1) {
    const body = { sort: 'close_date', order: 'asc', page, limit: exportPageSize } as const;
    const answer = await callApi(getHistory, { body });
    if (!answer.ok) return answer;
    const { rows, total } = answer.data;
    positions.push(...rows);
    tell(positions.length, total);
    if (rows.length < exportPageSize) return { ok: true, positions };
  }
}
