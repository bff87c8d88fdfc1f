import type { ProblemCode } from '../../lib/contract/problem.ts';
import type { AccountChanges } from '../accounts/account-changes.ts';
import type { Schedule } from '../schedule.ts';
import { systemSchedule } from '../schedule.ts';
import type { OrderDesk } from '../trading/order-desk.ts';
import { createSequence, oneAtATime } from '../throttle/one-at-a-time.ts';
import type { AutoAccounts } from './auto-accounts.ts';
import { createAutoAccounts } from './auto-accounts.ts';
import type { AutoPosition } from './auto-trading-rows.ts';
import { loadAutoPositions } from './auto-trading-rows.ts';
import type { AutoDays, ReviewParts } from './review-auto-days.ts';
import { createAutoDays } from './review-auto-days.ts';
import { createConsentRetirement } from './retire-consents.ts';
import type { SignalsParts, Turn } from './signals.ts';
import { createSignals } from './signals.ts';
import type { Intent } from './strategy.ts';
import { allowedPercent } from './strategy.ts';

export interface AutoTradingParts extends SignalsParts, Omit<ReviewParts, keyof SignalsParts> {
  orderDesk: StrategyDesk;
  accountChanges: AccountChanges;
  limits: ReviewParts['limits'];
  runtime: ReviewParts['runtime'];
  /** The version of the rule by which it trades. */
  autoRuleVersion: string;
  schedule?: Schedule;
}

/** Trades for the accounts that have auto trading on. */
export interface AutoTrading {
  /** Starts checking every second, and switching off what nobody has agreed to. Call it once. */
  start: () => void;
  /** Switches it off for the accounts whose customers have not agreed to the rule by which it trades. */
  retire: () => Promise<void>;
  /**
   * Reviews the days of the accounts, and checks whether candles have closed and carries out the strategy's intents.
   * Neither waits for the other: the order desk decides on its own whether a day is over. Resolves when both are done;
   * never rejects.
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
  const accounts = createAutoAccounts(database, parts.autoRuleVersion);
  const days = createAutoDays(parts);
  const retirement = createConsentRetirement({ ...parts, schedule }, parts.autoRuleVersion);
  const stopFollowing = parts.accountChanges.onChanged(accounts.changed);
  const stopping = new AbortController();
  const isRunning = () => !stopping.signal.aborted;
  // In sequence, so that each refresh also knows what an earlier one is reading.
  const refreshing = createSequence();
  let stopPolling: (() => void) | undefined;

  async function withAccounts(work: () => Promise<void>): Promise<void> {
    try {
      await refreshing(accounts.refresh);
      await work();
    } catch (fault) {
      logger.error({ err: fault }, 'auto trading could not read its accounts; it will retry');
    }
  }

  const review = () => days.review([...accounts.ids, ...accounts.blockedIds], isRunning);

  async function followAll(): Promise<void> {
    for (const turn of signals.turns()) {
      if (accounts.ids.size + accounts.blockedIds.size > 0 && isRunning()) await follow(turn);
      signals.followed(turn);
    }
  }

  const inTurn = (work: () => Promise<void>) => oneAtATime(() => withAccounts(work), stopping.signal);
  const [reviewNow, followNow] = [inTurn(review), inTurn(followAll)];
  const poll = async (): Promise<void> => {
    await Promise.all([reviewNow(), followNow()]);
  };
  let lastPoll = Promise.resolve();

  async function follow(turn: Turn): Promise<void> {
    const { symbol } = turn;
    try {
      const intents = await signals.read(turn);
      if (intents.length === 0) return;
      await carryOutForAll(parts, { turn, intents, ...split(accounts, days), isRunning });
    } catch (fault) {
      logger.error({ err: fault, symbol }, 'a signal of auto trading was not followed');
    }
  }

  return {
    retire: retirement.work,
    start() {
      retirement.start();
      stopPolling = schedule(() => {
        lastPoll = poll();
      }, pollEveryMs);
    },
    poll: () => (lastPoll = poll()),
    async stop() {
      stopping.abort();
      stopPolling?.();
      stopFollowing();
      await Promise.all([retirement.stop(), lastPoll]);
    },
  };
}

/** The accounts for which positions may be opened, and those for which they are only closed. */
function split({ ids, blockedIds }: AutoAccounts, { isStopped }: AutoDays) {
  const accountIds = [...ids].filter((id) => !isStopped(id));
  return { accountIds, closingIds: [...blockedIds, ...[...ids].filter(isStopped)] };
}

interface SignalForAll {
  turn: Turn;
  intents: readonly Intent[];
  accountIds: readonly number[];
  /** For these accounts, positions are only closed. */
  closingIds: readonly number[];
  isRunning: () => boolean;
}

async function carryOutForAll(
  { database, orderDesk, logger }: AutoTradingParts,
  { turn, intents, accountIds, closingIds, isRunning }: SignalForAll,
): Promise<void> {
  const { symbol } = turn;
  const since = new Date(turn.time * 1000);
  const positions = await loadAutoPositions(database, { accountIds: [...accountIds, ...closingIds], symbol, since });
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
