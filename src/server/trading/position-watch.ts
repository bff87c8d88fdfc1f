import type { PositionRow } from './position-rows.ts';

/**
 * Checks quotes against positions. The order desk reports each decision in the same turn of the event loop, before it
 * is committed, so no quote in between is missed. Watching a position too long is harmless, because the desk checks the
 * row before it closes anything. Not watching an open position would miss its close.
 */
export interface PositionWatch {
  /**
   * If the commit succeeds, `position` is open. Until then, and if the commit fails, the database has `stored` (null:
   * no such position). Both have to be watched.
   */
  decided: (position: PositionRow, stored: PositionRow | null) => void;
  /** The decision was committed, and the position is open. */
  committed: (position: PositionRow) => void;
  /** The position was read while its account was locked: it is open exactly like this, and no commit is in progress. */
  verified: (position: PositionRow) => void;
  /** The position is closed, or was never opened. */
  gone: (id: string) => void;
  /** A commit failed or got no answer, so the state of the position is unknown. */
  unsure: (position: Pick<PositionRow, 'id' | 'accountId' | 'symbol'>) => void;
  /**
   * Whether the account may have an open position with this id, as far as the watch knows. Also false for an open
   * position in an asset that the market does not quote.
   */
  isWatched: (accountId: number, id: string) => boolean;
}
