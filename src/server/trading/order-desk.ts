import { refuse } from '../../lib/contract/problem.ts';
import type { TradingAsset } from '../../lib/trading/decisions.ts';
import type { CommandQueueOptions, DeskStats } from './desk/command-queue.ts';
import { CommandQueue } from './desk/command-queue.ts';
import { createDueTriggers } from './desk/desk-state.ts';
import { createLookUp } from './desk/look-up-positions.ts';
import type {
  CloseOrder,
  CommandOf,
  DeskResult,
  OpenOrder,
  OperatorOrder,
  StrategyOrder,
  TriggerOrder,
  UpdateOrder,
} from './desk-command.ts';
import type { PositionWatch } from './position-watch.ts';

/**
 * Accepts every command that opens, changes or closes positions. Commands that arrive together are committed in one
 * database transaction, round-robin by account. While 1,000 commands of a customer wait, further ones are refused with
 * TOO_MANY_REQUESTS.
 */
export interface OrderDesk {
  /**
   * Opens a position at the server's quote; resolves after the commit, rejects on a fault. A repeat of a `requestId`
   * returns the position that the first request opened. Problems: UNKNOWN_SYMBOL, those of `decideOpen`, and
   * UNAVAILABLE if other transactions keep the account locked or the desk has stopped.
   */
  open: (accountId: number, order: OpenOrder) => Promise<DeskResult>;
  /**
   * Closes a position at the server's quote and posts its profit; resolves after the commit, rejects on a fault.
   * Problems: POSITION_NOT_FOUND (also for another customer's position), POSITION_CLOSED, UNAVAILABLE, PRICE_MOVED.
   */
  close: (accountId: number, order: CloseOrder) => Promise<DeskResult>;
  /**
   * Changes the levels of an open position; writes nothing if they stay the same. Problems: POSITION_NOT_FOUND (also
   * for another customer's position), POSITION_CLOSED, and those of `decideUpdate`.
   */
  update: (accountId: number, order: UpdateOrder) => Promise<DeskResult>;
  /**
   * Closes a position at a quote that reached one of its levels, however old that quote is by now. The trigger is
   * decided before any other command about the position. If the position is still open afterwards, the quote did not
   * reach its current levels. The same quote may be sent again until there is an answer. Problems: POSITION_NOT_FOUND,
   * POSITION_CLOSED, and UNAVAILABLE (nothing was decided) if other transactions keep the account locked or the desk
   * has stopped.
   */
  trigger: (accountId: number, order: TriggerOrder) => Promise<DeskResult>;
  /**
   * Opens a position for a strategy at the server's quote, with a share of the free margin and the lowest leverage.
   * Problems: UNKNOWN_SYMBOL; FORBIDDEN if auto trading is off, is stopped for the day, already has an open position in
   * the symbol or would exceed its cap; INSUFFICIENT_MARGIN, also if the share is below the least amount; those of
   * `decideOpen`, UNAVAILABLE also while another open position has had no quote since the start.
   */
  openForStrategy: (accountId: number, order: StrategyOrder) => Promise<DeskResult>;
  /**
   * Closes a position that a strategy opened, at the server's quote. Problems: POSITION_NOT_FOUND (also if auto trading
   * did not open the position), POSITION_CLOSED, FORBIDDEN if auto trading is off, UNAVAILABLE.
   */
  closeForStrategy: (accountId: number, order: { id: string }) => Promise<DeskResult>;
  /**
   * Closes a customer's position at the server's quote, for an operator. The audit record is committed in the same
   * transaction. Problems: POSITION_NOT_FOUND, POSITION_CLOSED, UNAVAILABLE.
   */
  closeForOperator: (accountId: number, order: OperatorOrder) => Promise<DeskResult>;
  /**
   * Calls the listener once the commands of a commit have been answered, with the accounts that the commit changed or
   * may have changed. Returns a function that unsubscribes.
   */
  onCommitted: (listener: (accountIds: number[]) => void) => () => void;
  /** Like `onCommitted`, with the accounts that a commit told of something. */
  onNoticed: (listener: (accountIds: number[]) => void) => () => void;
  /**
   * Sets the watch that is notified of positions as soon as they are decided; there is only one at a time. Returns a
   * function that removes the watch.
   */
  watchBy: (watch: PositionWatch) => () => void;
  /** Resolves when no command is in progress. */
  drain: () => Promise<void>;
  /** Refuses new commands with UNAVAILABLE. Resolves when all earlier commands are answered. */
  stop: () => Promise<void>;
  readonly stats: Readonly<DeskStats>;
}

export type OrderDeskOptions = Omit<CommandQueueOptions, 'onCommitted' | 'onNoticed' | 'due' | 'watch'>;

const ignore = () => undefined;
/** Used while no watch is set: then any position may be open. */
const noWatch: PositionWatch = {
  ...{ decided: ignore, committed: ignore, verified: ignore, gone: ignore, unsure: ignore },
  isWatched: () => true,
};

export function createOrderDesk(options: OrderDeskOptions): OrderDesk {
  const { market, runtime } = options;
  const committed = createListeners();
  const noticed = createListeners();
  const due = createDueTriggers();
  const watch = { ...noWatch };
  const queue = new CommandQueue({ ...options, onCommitted: committed.call, onNoticed: noticed.call, due, watch });
  const lookUp = createLookUp(options.database);

  /**
   * A position that is not watched is usually closed, or its id is made up. It is looked up first, so the command takes
   * a slot in the queue only if the position is open after all.
   */
  async function change(command: CommandOf<'close'> | CommandOf<'update'>): Promise<DeskResult> {
    const { accountId, order } = command;
    if (queue.isStopped || watch.isWatched(accountId, order.id)) return queue.submit(command);
    const found = await lookUp(accountId, order.id);
    if (found.ok) return queue.submit(command);
    queue.stats.refused += 1;
    return found;
  }

  async function withAsset(symbol: string, order: (asset: TradingAsset) => Promise<DeskResult>): Promise<DeskResult> {
    const asset = market.assets.get(symbol);
    return asset ? order(asset) : refuse('UNKNOWN_SYMBOL');
  }

  return {
    open: (accountId, order) =>
      withAsset(order.symbol, (asset) =>
        queue.submit({ kind: 'open', accountId, order, asset, positionId: runtime.newId() }),
      ),
    openForStrategy: (accountId, order) =>
      withAsset(order.symbol, (asset) =>
        queue.submit({ kind: 'openForStrategy', accountId, order, asset, positionId: runtime.newId() }),
      ),
    close: (accountId, order) => change({ kind: 'close', accountId, order }),
    closeForStrategy: (accountId, order) => queue.submit({ kind: 'closeForStrategy', accountId, order }),
    closeForOperator: (accountId, order) => queue.submit({ kind: 'closeForOperator', accountId, order }),
    update: (accountId, order) => change({ kind: 'update', accountId, order }),
    trigger(accountId, order) {
      due.add(order.id, order.quote);
      return queue.submit({ kind: 'trigger', accountId, order });
    },
    onCommitted: committed.add,
    onNoticed: noticed.add,
    watchBy(watcher) {
      Object.assign(watch, watcher);
      return () => void Object.assign(watch, noWatch);
    },
    drain: () => queue.drain(),
    stop: () => queue.stop(),
    stats: queue.stats,
  };
}

function createListeners() {
  const listeners = new Set<(accountIds: number[]) => void>();
  return {
    call: (accountIds: number[]) => listeners.forEach((listener) => listener(accountIds)),
    add: (listener: (accountIds: number[]) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
