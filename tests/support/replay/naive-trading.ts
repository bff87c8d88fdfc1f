import type { Act, CloseAct, OpenAct, UpdateAct } from './acts.ts';
import { closingFill, hasLostAll, openingFill, profitAt } from './naive-arithmetic.ts';
import type { NaiveMarket, NaiveQuote } from './naive-market.ts';
import { createNaiveMarket } from './naive-market.ts';
import type { Line } from './recorded-hour.ts';

/**
 * The rules of trading in the plainest form: it compares every quote with every open position. Nothing here comes from
 * `src/lib/trading` or the server, so the two are unlikely to share a mistake.
 */

export interface NaivePosition extends OpenAct {
  openRate: number;
  openQuote: NaiveQuote;
  close: NaiveClose | null;
}

export interface NaiveClose {
  /** 0 by hand, 1 stop loss, 2 take profit, 3 low margin. */
  reason: 0 | 1 | 2 | 3;
  rate: number;
  profitMinor: number;
  quote: NaiveQuote;
}

export interface NaiveAccount {
  balanceMinor: number;
  investedMinor: number;
}

export interface NaiveOutcome {
  /** For each act, `OK` or the code of the refusal; `NONE` if its position was never opened. */
  answers: string[];
  /** Keyed by the number of the position. */
  positions: Map<number, NaivePosition>;
  accounts: NaiveAccount[];
}

export interface NaiveRun {
  lines: readonly Line[];
  acts: readonly Act[];
  balancesMinor: readonly number[];
  startMs: number;
  stepMs: number;
}

interface World extends NaiveOutcome {
  market: NaiveMarket;
  nowMs: number;
}

export function tradeNaively({ lines, acts, balancesMinor, startMs, stepMs }: NaiveRun): NaiveOutcome {
  const accounts = balancesMinor.map((balanceMinor) => ({ balanceMinor, investedMinor: 0 }));
  const world: World = {
    ...{ answers: [], positions: new Map<number, NaivePosition>(), accounts },
    ...{ market: createNaiveMarket(), nowMs: startMs },
  };
  let played = 0;
  const playUntil = (untilMs: number) => {
    for (let line = lines[played]; line && startMs + line.offsetMs <= untilMs; line = lines[++played]) {
      const quote = world.market.accept(line, startMs + line.offsetMs);
      if (quote) fire(world, line.symbol, quote);
    }
    world.nowMs = untilMs;
  };
  for (const act of acts) {
    playUntil(startMs + act.step * stepMs);
    world.answers.push(answer(world, act));
  }
  playUntil(Infinity);
  return { answers: world.answers, positions: world.positions, accounts };
}

/** Checks every open position of the symbol for take profit, stop loss and low margin, in this order. */
function fire(world: World, symbol: string, quote: NaiveQuote): void {
  for (const position of world.positions.values()) {
    if (position.close !== null || position.symbol !== symbol) continue;
    const { direction, takeProfit, stopLoss } = position;
    const rate = closingFill({ direction, ...quote });
    const reaches = (level: number | null, from: 'above' | 'below') =>
      level !== null && (from === 'below' ? rate >= level : rate <= level);
    const isBuy = direction === 'buy';
    if (reaches(takeProfit, isBuy ? 'below' : 'above')) close(world, position, quote, 2);
    else if (reaches(stopLoss, isBuy ? 'above' : 'below')) close(world, position, quote, 1);
    else if (!position.protected && hasLostAll(position, rate)) close(world, position, quote, 3);
  }
}

function close(world: World, position: NaivePosition, quote: NaiveQuote, reason: NaiveClose['reason']): void {
  const rate = closingFill({ direction: position.direction, ...quote });
  const profitMinor = profitAt(position, rate);
  position.close = { reason, rate, profitMinor, quote };
  const account = world.accounts[position.account] as NaiveAccount;
  account.balanceMinor += profitMinor;
  account.investedMinor -= position.amountMinor;
}

function answer(world: World, act: Act): string {
  if (act.kind === 'open') return open(world, act);
  const position = world.positions.get(act.position);
  if (!position) return 'NONE';
  if (position.close !== null) return 'POSITION_CLOSED';
  return act.kind === 'close' ? closeByHand(world, position, act) : update(world, position, act);
}

/** The newest quote if it may fill: at most 15 seconds old, and the asset not halted. */
function fillable({ market, nowMs }: World, symbol: string): NaiveQuote | undefined {
  const quote = market.newest(symbol);
  return quote && !market.isHalted(symbol) && nowMs - quote.timeMs <= 15_000 ? quote : undefined;
}

/** More than 0.5 % away from the price that the trader saw. */
const movedFrom = (seen: number, rate: number) => Math.abs(rate - seen) > seen * 0.005;

function open(world: World, act: OpenAct): string {
  const account = world.accounts[act.account] as NaiveAccount;
  const openQuote = fillable(world, act.symbol);
  if (!openQuote) return 'UNAVAILABLE';
  if (movedFrom(act.price, act.direction === 'buy' ? openQuote.ask : openQuote.bid)) return 'PRICE_MOVED';
  if (!areLevelsValid(act, openQuote)) return 'VALIDATION';
  if (act.amountMinor > account.balanceMinor - account.investedMinor) return 'INSUFFICIENT_MARGIN';
  account.investedMinor += act.amountMinor;
  const openRate = openingFill({ direction: act.direction, ...openQuote });
  world.positions.set(act.position, { ...act, openRate, openQuote, close: null });
  return 'OK';
}

function closeByHand(world: World, position: NaivePosition, { price }: CloseAct): string {
  const quote = fillable(world, position.symbol);
  if (!quote) return 'UNAVAILABLE';
  if (movedFrom(price, closingFill({ direction: position.direction, ...quote }))) return 'PRICE_MOVED';
  close(world, position, quote, 0);
  return 'OK';
}

/**
 * Only a level that changes is compared with the price. While the asset is halted, no level can be changed or removed.
 */
function update(world: World, position: NaivePosition, { change }: UpdateAct): string {
  const { takeProfit = position.takeProfit, stopLoss = position.stopLoss } = change;
  const changed = {
    takeProfit: takeProfit === position.takeProfit ? null : takeProfit,
    stopLoss: stopLoss === position.stopLoss ? null : stopLoss,
  };
  const isSame = takeProfit === position.takeProfit && stopLoss === position.stopLoss;
  if (!isSame && world.market.isHalted(position.symbol)) return 'UNAVAILABLE';
  if (changed.takeProfit !== null || changed.stopLoss !== null) {
    const quote = fillable(world, position.symbol);
    if (!quote) return 'UNAVAILABLE';
    if (!areLevelsValid({ direction: position.direction, ...changed }, quote)) return 'VALIDATION';
  }
  Object.assign(position, { takeProfit, stopLoss });
  return 'OK';
}

/**
 * For a buy, the take profit must be above the bid and the stop loss below it; for a sell the reverse, around the ask.
 */
function areLevelsValid(
  { direction, takeProfit, stopLoss }: Pick<OpenAct, 'direction' | 'takeProfit' | 'stopLoss'>,
  { bid, ask }: NaiveQuote,
): boolean {
  const [above, below, price] = direction === 'buy' ? [takeProfit, stopLoss, bid] : [stopLoss, takeProfit, ask];
  return (above === null || above > price) && (below === null || below < price);
}
