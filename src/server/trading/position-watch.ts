import type { PositionRow } from './position-rows.ts';

/**
 * Checks quotes against positions. The order desk reports each decision in the same turn, before it is committed, so
 * that no quote is missed meanwhile. Watching too much is harmless, because the desk checks the row before it closes
 * anything; watching too little is not.
 */
export interface PositionWatch {
  /**
   * `position` is open once the commit succeeds. Until then, and for good if the commit fails, the database has
   * `stored` (null: no such position). Both have to be watched.
   */
  decided: (position: PositionRow, stored: PositionRow | null) => void;
  /** The decision was committed, and the position is open. */
  committed: (position: PositionRow) => void;
  /** Read while its account was locked: the position is open like this, and no commit is under way. */
  verified: (position: PositionRow) => void;
  /** The position is closed, or was never opened. */
  gone: (id: string) => void;
  /** A commit failed or was not answered: the state of the position is unknown. */
  unsure: (position: Pick<PositionRow, 'id' | 'accountId' | 'symbol'>) => void;
  /**
   * Whether the account may have an open position with this id, as far as is known here. Also false for open positions
   * of an asset without quotes.
   */
  isWatched: (accountId: number, id: string) => boolean;
}
