import { refuse } from '../../lib/contract/problem.ts';
import type { CommandLineOptions, DeskStats } from './command-line.ts';
import { CommandLine } from './command-line.ts';
import type { CloseOrder, DeskResult, OpenOrder } from './desk-command.ts';

/** Takes orders and closes, and commits those that arrive together in one database transaction. */
export interface OrderDesk {
  /**
   * Opens a position at the server's quote; resolves after the commit, rejects on a fault. A repeat of a `requestId` finds the
   * position of the first. Problems: UNKNOWN_SYMBOL, those of `decideOpen`, and UNAVAILABLE when others keep the account locked
   * or the desk has stopped.
   */
  open: (accountId: number, order: OpenOrder) => Promise<DeskResult>;
  /**
   * Closes a position at the server's quote and posts its profit; resolves after the commit, rejects on a fault.
   * Problems: POSITION_NOT_FOUND (also for a foreign one), POSITION_CLOSED, UNAVAILABLE, PRICE_MOVED.
   */
  close: (accountId: number, order: CloseOrder) => Promise<DeskResult>;
  /** Calls the listener with the accounts that a commit changed or may have changed, after the answers; returns the way to stop. */
  onCommitted: (listener: (accountIds: number[]) => void) => () => void;
  /** Resolves when nothing is under way. */
  drain: () => Promise<void>;
  /** Takes nothing more: what comes from now on is UNAVAILABLE. Resolves when all that came before is answered. */
  stop: () => Promise<void>;
  readonly stats: Readonly<DeskStats>;
}

export type OrderDeskOptions = Omit<CommandLineOptions, 'onCommitted'>;

export function createOrderDesk(options: OrderDeskOptions): OrderDesk {
  const { market, runtime } = options;
  const listeners = new Set<(accountIds: number[]) => void>();
  const onCommitted = (accountIds: number[]) => listeners.forEach((listener) => listener(accountIds));
  const line = new CommandLine({ ...options, onCommitted });
  return {
    async open(accountId, order) {
      const asset = market.assets.get(order.symbol);
      if (!asset) return refuse('UNKNOWN_SYMBOL');
      return line.submit({ kind: 'open', accountId, order, asset, positionId: runtime.newId() });
    },
    close: (accountId, order) => line.submit({ kind: 'close', accountId, order, entryId: runtime.newId() }),
    onCommitted(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    drain: () => line.drain(),
    stop: () => line.stop(),
    stats: line.stats,
  };
}
