import type { Direction } from '../../lib/contract/entities.ts';
import type { Result } from '../../lib/contract/problem.ts';
import type { LevelChange, TradingAsset } from '../../lib/trading/decisions.ts';
import type { Levels } from '../../lib/trading/levels.ts';
import type { Quote } from '../../lib/trading/quote.ts';
import type { AuditActor } from '../audit/audit-log.ts';
import type { PositionRow } from './position-rows.ts';

/** A request to open a position. */
export interface OpenOrder extends Levels {
  symbol: string;
  direction: Direction;
  amountMinor: number;
  leverage: number;
  /** The price that the trader saw. It only sets the tolerance; the fill is at the server's quote. */
  price: number;
  /** The client's id for the order. A repeat with the same id returns the position that the first order opened. */
  requestId: string | null;
}

/** A request to close a position. `price` is the price that the trader saw; it only sets the tolerance. */
export interface CloseOrder {
  id: string;
  price: number;
}

/** An operator's request to close a customer's position at the current quote. `reason` goes into the audit log. */
export interface OperatorOrder {
  id: string;
  actor: AuditActor;
  reason: string;
}

/** A request to change the levels of an open position. */
export interface UpdateOrder {
  id: string;
  change: LevelChange;
}

/** A quote that reached a level of a position, as far as the trigger engine knew the position when the quote came. */
export interface TriggerOrder {
  id: string;
  quote: Quote;
}

/**
 * A strategy's request to open a position. Its amount is computed when the order is decided: `freeMarginPercent` of the
 * free margin, above 0 and at most 100.
 */
export interface StrategyOrder {
  symbol: string;
  direction: Direction;
  freeMarginPercent: number;
}

interface Opening<Kind extends string, Order> {
  kind: Kind;
  accountId: number;
  order: Order;
  asset: TradingAsset;
  /**
   * Assigned on arrival. If the database connection breaks during a commit, the outcome is unknown. If the position was
   * opened, the next attempt finds it by this id and opens nothing.
   */
  positionId: string;
}

interface Changing<Kind extends string, Order extends { id: string }> {
  kind: Kind;
  accountId: number;
  order: Order;
}

export type OpeningCommand = Opening<'open', OpenOrder> | Opening<'openForStrategy', StrategyOrder>;

export type ChangingCommand =
  | Changing<'close', CloseOrder>
  | Changing<'closeForStrategy', { id: string }>
  | Changing<'closeForOperator', OperatorOrder>
  | Changing<'update', UpdateOrder>
  | Changing<'trigger', TriggerOrder>;

/** A request on its way through the order desk. */
export type DeskCommand = OpeningCommand | ChangingCommand;

export type CommandOf<Kind extends DeskCommand['kind']> = Extract<DeskCommand, { kind: Kind }>;

export type DeskResult = Result<{ position: PositionRow }>;
