import type { ProblemCode } from '../../lib/contract/problem.ts';
import type { OrderDesk } from '../trading/order-desk.ts';
import type { AutoPosition } from './auto-trading-rows.ts';
import type { Intent } from './strategy.ts';
import { allowedPercent } from './strategy.ts';

export type StrategyDesk = Pick<OrderDesk, 'openForStrategy' | 'closeForStrategy'>;

/** What a signal came to for one account. */
export interface CarriedOut {
  opened: number;
  closed: number;
  refused: ProblemCode[];
}

export interface AccountSignal {
  accountId: number;
  symbol: string;
  intents: readonly Intent[];
  /** Its auto positions in the symbol: the open ones, and those that this very signal opened before. */
  held: readonly AutoPosition[];
}

/**
 * Carries out the intents of a signal for one account, in their order, by the order desk. Opens nothing where a position of auto
 * trading is still open in the symbol, or where this signal has opened one before, whatever became of it. Rejects on the desk's faults.
 */
export async function carryOut(desk: StrategyDesk, signal: AccountSignal): Promise<CarriedOut> {
  const done: CarriedOut = { opened: 0, closed: 0, refused: [] };
  const { accountId, symbol } = signal;
  let { held } = signal;
  for (const intent of signal.intents) {
    const { direction } = intent;
    if (intent.kind === 'close') {
      const against = held.filter((position) => position.isOpen && position.direction === direction);
      for (const { id } of against)
        if (await close(desk, accountId, id, done)) held = held.filter((each) => each.id !== id);
    } else if (held.length === 0) {
      const order = { symbol, direction, freeMarginPercent: allowedPercent(intent) };
      const result = await desk.openForStrategy(accountId, order);
      if (result.ok) done.opened += 1;
      else done.refused.push(result.problem.code);
    }
  }
  return done;
}

/** Whether it is closed now, by this or by somebody else. */
async function close(desk: StrategyDesk, accountId: number, id: string, done: CarriedOut): Promise<boolean> {
  const result = await desk.closeForStrategy(accountId, { id });
  if (result.ok) done.closed += 1;
  else if (result.problem.code !== 'POSITION_CLOSED') done.refused.push(result.problem.code);
  return result.ok || result.problem.code === 'POSITION_CLOSED';
}
