import type { AutoLimits } from '../../lib/trading/auto-limits.ts';
import { isDayLost, isSameUtcDay, mostExposureMinor } from '../../lib/trading/auto-limits.ts';
import type { PositionRow } from './position-rows.ts';
import type { TradingMarket } from './trading-market.ts';
import { currentProfitMinor } from './trading-views.ts';

export type BookPosition = Pick<
  PositionRow,
  'id' | 'accountId' | 'symbol' | 'direction' | 'amountMinor' | 'leverage' | 'openRate' | 'auto' | 'profitMinor'
>;

/** The start of a UTC day of auto trading, and whether it was stopped since. */
export interface AutoDay {
  begunAt: Date;
  equityMinor: number;
  /** The profit of its open positions. */
  openProfitMinor: number;
  stoppedAt: Date | null;
}

/** What decides whether auto trading may open a position for an account. */
export interface AutoBook {
  /** All open positions of the account, the customer's own too, by id. */
  open: Map<string, BookPosition>;
  /** The last day that auto trading began; null: it never did. */
  day: AutoDay | null;
  /** The profits of its positions that were closed since that day began. */
  realisedMinor: number;
}

/** The figures of auto trading of an account at the newest quotes. */
export interface AutoStanding {
  equityMinor: number;
  openPositions: number;
  /** Amount × leverage of its open positions. */
  exposureMinor: number;
  mostExposureMinor: number;
  /** The profit of its open positions. */
  openProfitMinor: number;
  /**
   * Whether every open position has had a quote since the server started. If not, the equity counts it as nothing, so
   * no day may begin with it, and no cap be measured by it.
   */
  isKnown: boolean;
  /** The same of the positions of auto trading alone: no others are part of its result. */
  isResultKnown: boolean;
  /** Today; if it has not begun yet, it would begin now. */
  day: AutoDay;
  hasBegun: boolean;
  /** The result since the day began: what was realised, and how the open profit changed. */
  resultMinor: number;
  /** The result has reached the limit of a day. */
  isLost: boolean;
}

export interface StandingFacts {
  balanceMinor: number;
  market: Pick<TradingMarket, 'quotes'>;
  limits: AutoLimits;
  now: Date;
}

/** Works out the figures. Pure: changes nothing of the book. */
export function standingOf(book: AutoBook, { balanceMinor, market, limits, now }: StandingFacts): AutoStanding {
  const sums = { profit: 0, autoProfit: 0, exposure: 0, openPositions: 0 };
  let [isKnown, isResultKnown] = [true, true];
  for (const position of book.open.values()) {
    const profit = currentProfitMinor(position, market);
    const isQuoted = market.quotes.get(position.symbol) !== undefined;
    isKnown &&= isQuoted;
    sums.profit += profit;
    if (!position.auto) continue;
    isResultKnown &&= isQuoted;
    sums.autoProfit += profit;
    sums.exposure += position.amountMinor * position.leverage;
    sums.openPositions += 1;
  }
  const equityMinor = balanceMinor + sums.profit;
  const today = book.day && isSameUtcDay(book.day.begunAt.getTime(), now.getTime()) ? book.day : null;
  const day = today ?? { begunAt: now, equityMinor, openProfitMinor: sums.autoProfit, stoppedAt: null };
  const resultMinor = today ? book.realisedMinor + sums.autoProfit - today.openProfitMinor : 0;
  return {
    equityMinor,
    openPositions: sums.openPositions,
    exposureMinor: sums.exposure,
    mostExposureMinor: mostExposureMinor(equityMinor, limits),
    openProfitMinor: sums.autoProfit,
    ...{ isKnown, isResultKnown, day, hasBegun: today !== null, resultMinor },
    isLost: isResultKnown && isDayLost({ equityMinor: day.equityMinor, resultMinor }, limits),
  };
}

/** Begins the day in the book, so that later decisions of the same run count from it. */
export function beginDay(book: AutoBook, day: AutoDay): void {
  Object.assign(book, { day, realisedMinor: 0 });
}
