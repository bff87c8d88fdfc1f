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
 * database transaction, round-robin by account. While a thousand commands of a customer wait, further ones are refused
 * with TOO_MANY_REQUESTS.
 */
export interface OrderDesk {
  /**
   * Opens a position at the server's quote; resolves after the commit, rejects on a fault. A repeat of a `requestId`
   * returns the position of the first. Problems: UNKNOWN_SYMBOL, those of `decideOpen`, and UNAVAILABLE if others keep
   * the account locked or the desk has stopped.
   */
  open: (accountId: number, order: OpenOrder) => Promise<DeskResult>;
  /**
   * Closes a position at the server's quote and posts its profit; resolves after the commit, rejects on a fault.
   * Problems: POSITION_NOT_FOUND (also for a foreign one), POSITION_CLOSED, UNAVAILABLE, PRICE_MOVED.
   */
  close: (accountId: number, order: CloseOrder) => Promise<DeskResult>;
  /**
   * Changes the levels of an open position; writes nothing if they stay the same. Problems: POSITION_NOT_FOUND (also
   * for a foreign one), POSITION_CLOSED, and those of `decideUpdate`.
   */
  update: (accountId: number, order: UpdateOrder) => Promise<DeskResult>;
  /**
   * Closes a position at a quote that reached one of its levels, however old that quote is by now, and before any other
   * command about the position. If the position is still open afterwards, its current levels were not reached. The same
   * quote may be sent again until there is an answer. Problems: POSITION_NOT_FOUND, POSITION_CLOSED, and UNAVAILABLE if
   * others keep the account locked or the desk has stopped: then nothing is decided.
   */
  trigger: (accountId: number, order: TriggerOrder) => Promise<DeskResult>;
  /**
   * Opens a position for a strategy at the server's quote: a share of the free margin at the lowest leverage. Problems:
   * UNKNOWN_SYMBOL; FORBIDDEN if auto trading is off or already has an open position of the symbol; INSUFFICIENT_MARGIN
   * also below the least amount; those of `decideOpen`.
   */
  openForStrategy: (accountId: number, order: StrategyOrder) => Promise<DeskResult>;
  /**
   * Closes a position that a strategy opened, at the server's quote. Problems: POSITION_NOT_FOUND (also for one that
   * auto trading did not open), POSITION_CLOSED, FORBIDDEN if auto trading is off, UNAVAILABLE.
   */
  closeForStrategy: (accountId: number, order: { id: string }) => Promise<DeskResult>;
  /**
   * Closes a customer's position at the server's quote, for an operator; the audit record is committed with it.
   * Problems: POSITION_NOT_FOUND, POSITION_CLOSED, UNAVAILABLE.
   */
  closeForOperator: (accountId: number, order: OperatorOrder) => Promise<DeskResult>;
  /**
   * Calls the listener after the answers of a commit, with the accounts that it changed or may have changed; returns
   * the function that unsubscribes.
   */
  onCommitted: (listener: (accountIds: number[]) => void) => () => void;
  /**
   * Sets who is notified of positions as soon as they are decided, one watch at a time; returns the function that
   * removes it.
   */
  watchBy: (watch: PositionWatch) => () => void;
  /** Resolves when nothing is under way. */
  drain: () => Promise<void>;
  /** Accepts nothing more: new commands are refused with UNAVAILABLE. Resolves when all earlier ones are answered. */
  stop: () => Promise<void>;
  readonly stats: Readonly<DeskStats>;
}

export type OrderDeskOptions = Omit<CommandQueueOptions, 'onCommitted' | 'due' | 'watch'>;

const ignore = () => undefined;
/** Without a watch, any position may be open. */
const nobody: PositionWatch = {
  ...{ decided: ignore, committed: ignore, verified: ignore, gone: ignore, unsure: ignore },
  isWatched: () => true,
};

export function createOrderDesk(options: OrderDeskOptions): OrderDesk {
  const { market, runtime } = options;
  const listeners = new Set<(accountIds: number[]) => void>();
  const onCommitted = (accountIds: number[]) => listeners.forEach((listener) => listener(accountIds));
  const due = createDueTriggers();
  const watch = { ...nobody };
  const queue = new CommandQueue({ ...options, onCommitted, due, watch });
  const lookUp = createLookUp(options.database);

  /**
   * A position that is not watched is closed or made up. It is looked up first, so that it occupies a slot in the queue
   * only if it is open after all.
   */
  async function change(command: CommandOf<'close'> | CommandOf<'update'>): Promise<DeskResult> {
    const { accountId, order } = command;
    if (queue.isStopped || watch.isWatched(accountId, order.id)) return queue.submit(command);
    const found = await lookUp(accountId, order.id);
    if (found.ok) return queue.submit(command);
    queue.stats.refused += 1;
    return found;
  }

  async function known(symbol: string, order: (asset: TradingAsset) => Promise<DeskResult>): Promise<DeskResult> {
    const asset = market.assets.get(symbol);
    return asset ? order(asset) : refuse('UNKNOWN_SYMBOL');
  }

  return {
    open: (accountId, order) =>
      known(order.symbol, (asset) =>
        queue.submit({ kind: 'open', accountId, order, asset, positionId: runtime.newId() }),
      ),
    openForStrategy: (accountId, order) =>
      known(order.symbol, (asset) =>
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
    onCommitted(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    watchBy(watcher) {
      Object.assign(watch, watcher);
      return () => void Object.assign(watch, nobody);
    },
    drain: () => queue.drain(),
    stop: () => queue.stop(),
    stats: queue.stats,
  };
}
