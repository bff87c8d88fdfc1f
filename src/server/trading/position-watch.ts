import type { PositionRow } from './position-rows.ts';

/**
 * Who holds quotes against positions. The order desk tells what it decides in the very turn of the decision, before
 * anything is committed, so that no quote that comes meanwhile is missed. To watch too much is harmless, because the
 * desk looks at the row before it closes anything; to watch too little is not.
 */
export interface PositionWatch {
  /**
   * It is open like this once the commit succeeds. The database has `stored` until then (null: no such position), and
   * for good where the commit fails: both are to be watched.
   */
  decided: (position: PositionRow, stored: PositionRow | null) => void;
  /** The commit of what was decided succeeded, and it is open. */
  committed: (position: PositionRow) => void;
  /** Looked at with its account locked: it is open like this, and no commit is under way. */
  verified: (position: PositionRow) => void;
  /** It is closed, or was never opened. */
  gone: (id: string) => void;
  /** A commit failed or had no answer: nobody knows what became of the position. */
  unsure: (position: Pick<PositionRow, 'id' | 'accountId' | 'symbol'>) => void;
  /**
   * Whether the account may have a position of this id open, as far as is known here. False for some that are open all
   * the same: of an asset that has no quotes.
   */
  isWatched: (accountId: number, id: string) => boolean;
}
