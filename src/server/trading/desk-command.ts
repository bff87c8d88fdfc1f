import type { Direction } from '../../lib/contract/entities.ts';
import type { Result } from '../../lib/contract/problem.ts';
import type { TradingAsset } from '../../lib/trading/decisions/decide-open.ts';
import type { Levels } from '../../lib/trading/levels.ts';
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

interface OpenDeskCommand {
  kind: 'open';
  accountId: number;
  order: OpenOrder;
  asset: TradingAsset;
  /**
   * Given on arrival. When the connection breaks during a commit nobody knows whether it happened: the next attempt finds the
   * position by this id and opens nothing.
   */
  positionId: string;
}

interface CloseDeskCommand {
  kind: 'close';
  accountId: number;
  order: CloseOrder;
  entryId: string;
}

/** An order or a close on its way through the order desk. */
export type DeskCommand = OpenDeskCommand | CloseDeskCommand;

export type DeskResult = Result<{ position: PositionRow }>;
