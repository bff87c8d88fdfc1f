import type { Logger } from 'pino';
import type { ProblemCode } from '../../lib/contract/problem.ts';
import type { AccountChanges } from '../accounts/account-changes.ts';
import type { Queries } from '../db/database.ts';
import type { Schedule } from '../schedule.ts';
import { systemSchedule } from '../schedule.ts';
import type { OrderDesk } from '../trading/order-desk.ts';
import { createAutoAccounts } from './auto-accounts.ts';
import type { AutoPosition } from './auto-trading-rows.ts';
import { loadAutoPositions } from './auto-trading-rows.ts';
import type { SignalsParts, Turn } from './signals.ts';
import { createSignals } from './signals.ts';
import type { Intent } from './strategy.ts';
import { allowedPercent } from './strategy.ts';

export interface AutoTradingParts extends SignalsParts {
  orderDesk: StrategyDesk;
  accountChanges: Pick<AccountChanges, 'onChanged'>;
  database: Queries;
  logger: Pick<Logger, 'info' | 'error'>;
  schedule?: Schedule;
}

/** Trades for the accounts that have auto trading on. */
export interface AutoTrading {
  /** Starts checking every second. Call it once. */
  start: () => void;
  /**
   * Checks whether candles have closed and carries out the strategy's intents. Resolves when that is done; never
   * rejects.
   */
  poll: () => Promise<void>;
  /** Starts no further work; resolves when the work in progress is done. */
  stop: () => Promise<void>;
}

const pollEveryMs = 1_000;
/**
 * The most accounts traded for at once. A customer's own order waits behind the orders of at most this many accounts.
 */
const accountsAtOnce = 32;

/**
 * Checks once a second, outside the path of ticks, whether candles have closed. If so, asks the strategy once for all
 * accounts and carries out its intents. Failures are logged and not retried: at the next candle the strategy again
 * wants to close what is still open.
 */
export function createAutoTrading(parts: AutoTradingParts): AutoTrading {
  const { database, logger, schedule = systemSchedule } = parts;
  const signals = createSignals(parts);
  const accounts = createAutoAccounts(database);
  const stopFollowing = parts.accountChanges.onChanged(accounts.changed);
  const state = { isStopped: false, isPolling: false };
  const isRunning = () => !state.isStopped;
  let lastPoll = Promise.resolve();
  let stopPolling: (() => void) | undefined;

  async function poll(): Promise<void> {
    if (!isRunning()) return;
    state.isPolling = true;
    try {
      await accounts.refresh();
      for (const turn of signals.turns()) {
        if (accounts.ids.size + accounts.blockedIds.size > 0 && isRunning()) await follow(turn);
        signals.followed(turn);
      }
    } catch (fault) {
      logger.error({ err: fault }, 'auto trading could not read its accounts; it will retry');
    }
    state.isPolling = false;
  }

  async function follow(turn: Turn): Promise<void> {
    const { symbol } = turn;
    try {
      const intents = await signals.read(turn);
      const [accountIds, blockedIds] = [[...accounts.ids], [...accounts.blockedIds]];
      if (intents.length > 0) await carryOutForAll(parts, { turn, intents, accountIds, blockedIds, isRunning });
    } catch (fault) {
      logger.error({ err: fault, symbol }, 'a signal of auto trading was not followed');
    }
  }

  /** Runs one check at a time. */
  const pollNext = () => (lastPoll = lastPoll.then(poll));

  return {
    start() {
      stopPolling = schedule(() => {
        if (!state.isPolling) void pollNext();
      }, pollEveryMs);
    },
    poll: pollNext,
    stop() {
      state.isStopped = true;
      stopPolling?.();
      stopFollowing();
      return lastPoll;
    },
  };
}

interface SignalForAll {
  turn: Turn;
  intents: readonly Intent[];
  accountIds: readonly number[];
  /** For these accounts, positions are only closed. */
  blockedIds: readonly number[];
  isRunning: () => boolean;
}

async function carryOutForAll(
  { database, orderDesk, logger }: AutoTradingParts,
  { turn, intents, accountIds, blockedIds, isRunning }: SignalForAll,
): Promise<void> {
  const { symbol } = turn;
  const since = new Date(turn.time * 1000);
  const positions = await loadAutoPositions(database, { accountIds: [...accountIds, ...blockedIds], symbol, since });
  const held = Map.groupBy(positions, ({ accountId }) => accountId);
  const isOpening = intents.some(({ kind }) => kind === 'open');
  const closes = intents.filter(({ kind }) => kind === 'close');
  const opening = new Set(isOpening ? accountIds : []);
  const waiting = [...new Set([...opening, ...held.keys()])];
  const tally = { opened: 0, closed: 0, refused: {} as Record<string, number> };
  while (waiting.length > 0 && isRunning()) {
    const together = waiting.splice(0, accountsAtOnce).map(async (accountId) => {
      const own = opening.has(accountId) ? intents : closes;
      add(tally, await carryOut(orderDesk, { accountId, symbol, intents: own, held: held.get(accountId) ?? [] }));
    });
    for (const settled of await Promise.allSettled(together)) {
      if (settled.status === 'fulfilled') continue;
      logger.error({ err: settled.reason as unknown, symbol }, 'an order of auto trading failed');
    }
  }
  if (isOpening || tally.closed > 0) logger.info({ symbol, intents, ...tally }, 'auto trading followed a signal');
}

function add(tally: { opened: number; closed: number; refused: Record<string, number> }, done: CarriedOut): void {
  tally.opened += done.opened;
  tally.closed += done.closed;
  for (const code of done.refused) tally.refused[code] = (tally.refused[code] ?? 0) + 1;
}

type StrategyDesk = Pick<OrderDesk, 'openForStrategy' | 'closeForStrategy'>;

/** The result of a signal for one account. */
interface CarriedOut {
  opened: number;
  closed: number;
  refused: ProblemCode[];
}

export interface AccountSignal {
  accountId: number;
  symbol: string;
  intents: readonly Intent[];
  /** The account's auto positions in the symbol: open ones, and those that this same signal has already opened. */
  held: readonly AutoPosition[];
}

/**
 * Carries out the intents of a signal for one account, in order, through the order desk. Opens nothing if an auto
 * position is still open in the symbol, or if this signal has already opened one, even one that has been closed since.
 * Rejects if the desk rejects.
 */
async function carryOut(desk: StrategyDesk, signal: AccountSignal): Promise<CarriedOut> {
  const done: CarriedOut = { opened: 0, closed: 0, refused: [] };
  const { accountId, symbol } = signal;
  let { held } = signal;
  for (const intent of signal.intents) {
    const { direction } = intent;
    if (intent.kind === 'close') {
      const toClose = held.filter((position) => position.isOpen && position.direction === direction);
      for (const { id } of toClose)
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

/** Returns whether the position is closed now, by this call or by another. */
async function close(desk: StrategyDesk, accountId: number, id: string, done: CarriedOut): Promise<boolean> {
  const result = await desk.closeForStrategy(accountId, { id });
  if (result.ok) done.closed += 1;
  else if (result.problem.code !== 'POSITION_CLOSED') done.refused.push(result.problem.code);
  return result.ok || result.problem.code === 'POSITION_CLOSED';
}
