import { atom } from 'nanostores';
import { getHistory } from '../../lib/contract/endpoints.ts';
import type { HistorySort } from '../../lib/contract/fields.ts';
import type { ClosingReason, Position } from '../../lib/contract/entities.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { callApi } from '../api.ts';
import { $positions } from './positions.ts';
import type { SortOrder } from './positions.ts';

/** Which closed positions to show; all, where nothing is chosen. */
export interface HistoryFilter {
  symbol?: string;
  reason?: ClosingReason;
  /** The first and the last day of closing: ISO 8601 dates in UTC. */
  from?: string;
  until?: string;
}

/** Which part of the history to show; pages are counted from 1. */
export interface HistoryChoice {
  filter: HistoryFilter;
  sort: HistorySort;
  order: SortOrder;
  page: number;
}

/** The page that is shown. While another page is loading, or if that fails, `rows` are those of the previous page. */
export interface HistoryState extends HistoryChoice {
  status: 'loading' | 'ready' | 'failed';
  rows: readonly Position[];
  /** How many closed positions the filter lets through, on all pages. */
  total: number;
}

export const historyPageSize = 50;

export const $history = atom<HistoryState>({
  status: 'loading',
  filter: {},
  sort: 'close_date',
  order: 'desc',
  page: 1,
  rows: [],
  total: 0,
});

let newestRequest = 0;

/**
 * Loads the page of a new choice. Without one it refreshes the current page: the rows stay until the answer arrives,
 * and also if the load fails. Of two concurrent loads only the newer one counts.
 */
export async function loadHistory(choice: Partial<HistoryChoice> = {}): Promise<void> {
  const request = ++newestRequest;
  const known = $history.get();
  if (Object.keys(choice).length > 0 || known.status === 'failed')
    $history.set({ ...known, ...choice, status: 'loading' });
  const { sort, order, page, filter } = $history.get();
  const answer = await callApi(getHistory, { body: { ...filter, sort, order, page, limit: historyPageSize } });
  if (request !== newestRequest) return;
  const state = $history.get();
  if (answer.ok) $history.set({ ...state, ...answer.data, status: 'ready' });
  else if (state.status === 'loading') $history.set({ ...state, status: 'failed' });
}

/**
 * Keeps the first page current while it is shown. Other pages are not refreshed, because their rows would shift while
 * being read.
 */
export function followHistory(): () => void {
  void loadHistory();
  return onClosed(() => {
    if ($history.get().page === 1) void loadHistory();
  });
}

/** Calls `closed` whenever a position was closed. Returns a stop function. */
export function onClosed(closed: () => void): () => void {
  let newest = newestClosed();
  return $positions.listen(() => {
    if (newest === newestClosed()) return;
    newest = newestClosed();
    closed();
  });
}

/** A new array whenever a position was closed. */
function newestClosed(): readonly Position[] | null {
  const positions = $positions.get();
  return positions.status === 'ready' ? positions.history : null;
}

/** The most rows that one call returns. */
const exportPageSize = 1000;

/**
 * Loads the whole history that the filter lets through, page by page, oldest first: positions closed in the meantime
 * come at the end and shift nothing. Calls `tell` after each page with the number loaded and the total. If one page
 * fails, the whole load fails.
 */
export async function loadWholeHistory(
  tell: (done: number, total: number) => void,
): Promise<Result<{ positions: Position[] }>> {
  const positions: Position[] = [];
  const { filter } = $history.get();
  for (let page = 1; ; page += 1) {
    const body = { ...filter, sort: 'close_date', order: 'asc', page, limit: exportPageSize } as const;
    const answer = await callApi(getHistory, { body });
    if (!answer.ok) return answer;
    const { rows, total } = answer.data;
    positions.push(...rows);
    tell(positions.length, total);
    if (rows.length < exportPageSize) return { ok: true, positions };
  }
}
