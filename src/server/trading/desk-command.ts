import type { Direction } from '../../lib/contract/entities.ts';
import type { Result } from '../../lib/contract/problem.ts';
import type { LevelChange, TradingAsset } from '../../lib/trading/decisions.ts';
import type { Levels } from '../../lib/trading/levels.ts';
import type { Quote } from '../../lib/trading/quote.ts';
import type { AuditActor } from '../audit/audit-log.ts';
import type { PositionRow } from './position-rows.ts';

/** A wish to open a position. */
export interface OpenOrder extends Levels {
  symbol: string;
  direction: Direction;
  amountMinor: number;
  leverage: number;
  /** What the trader saw: a tolerance, never the fill. */
  price: number;
  /** The client's id of the order: a repeat finds the position that the first one opened. */
  requestId: string | null;
}

/** A wish to close a position; `price` is what the trader saw. */
export interface CloseOrder {
  id: string;
  price: number;
}

/** An operator's wish to close a position of a customer at the market, with the reason that stands in the audit log. */
export interface OperatorOrder {
  id: string;
  actor: AuditActor;
  reason: string;
}

/** A wish to change the levels of an open position. */
export interface UpdateOrder {
  id: string;
  change: LevelChange;
}

/** A quote that reached a level of a position, as far as anybody knew when it came. */
export interface TriggerOrder {
  id: string;
  quote: Quote;
}

/**
 * A strategy's wish to open a position. It is sized when it is decided: above 0 and at most 100 percent of the free
 * margin.
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
   * Given on arrival. When the connection breaks during a commit nobody knows whether it happened: the next attempt
   * finds the position by this id and opens nothing.
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

/** A wish on its way through the order desk. */
export type DeskCommand = OpeningCommand | ChangingCommand;

export type CommandOf<Kind extends DeskCommand['kind']> = Extract<DeskCommand, { kind: Kind }>;

export type DeskResult = Result<{ position: PositionRow }>;
