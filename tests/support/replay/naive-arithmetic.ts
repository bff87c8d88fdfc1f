/**
 * The arithmetic of money and rates, written once more for the proof by replay: nothing here comes from
 * `src/lib/trading`. Rates are whole numbers of 10^−12, so that nothing is lost before the one rounding.
 */

const scale = 12;

/** A rate as its decimals say it, in units of 10^−12. Throws on one that has more digits than that, or none. */
export function exactly(rate: number): bigint {
  const found = /^(\d+)(?:\.(\d+))?$/.exec(String(rate));
  const [, whole = '', fraction = ''] = found ?? [];
  if (whole === '' || fraction.length > scale) throw new Error(`${rate} is no rate of at most ${scale} decimals`);
  return BigInt(whole + fraction.padEnd(scale, '0'));
}

export interface Side {
  direction: 'buy' | 'sell';
  bid: number;
  ask: number;
}

/** Where a position opens: the ask and 0.025 %, or the bid less 0.025 %, to the nearest number of ten digits. */
export function openingFill({ direction, bid, ask }: Side): number {
  const [from, factor, hundredThousandths] =
    direction === 'buy' ? ([ask, 1.00025, 100_025n] as const) : ([bid, 0.99975, 99_975n] as const);
  const rate = Number((from * factor).toPrecision(10));
  const lastDigit = 10n ** BigInt(Math.floor(Math.log10(rate)) + 1 + scale - 10);
  const off = exactly(rate) * 100_000n - exactly(from) * hundredThousandths;
  if ((off < 0n ? -off : off) * 2n > lastDigit * 100_000n) throw new Error(`${rate} is not nearest to the fill`);
  return rate;
}

/** Where a position closes: a buy at the bid, a sell at the ask. */
export function closingFill({ direction, bid, ask }: Side): number {
  return direction === 'buy' ? bid : ask;
}

export interface Bet {
  direction: 'buy' | 'sell';
  openRate: number;
  amountMinor: number;
  leverage: number;
}

/** How far the rate went the customer's way, in units of 10^−12. */
function gained({ direction, openRate }: Bet, rate: number): bigint {
  const up = exactly(rate) - exactly(openRate);
  return direction === 'buy' ? up : -up;
}

/** (close − open) × amount × leverage / open, reversed for a sell, to the cent, half to even; never below −amount. */
export function profitAt(bet: Bet, closedRate: number): number {
  const dividend = gained(bet, closedRate) * BigInt(bet.amountMinor) * BigInt(bet.leverage);
  const divisor = exactly(bet.openRate);
  // ⌊x + ½⌋ is x rounded, half up; what was exactly a half then goes to the even neighbour.
  const above = floorOf(2n * dividend + divisor, 2n * divisor);
  const isHalf = (2n * dividend + divisor) % (2n * divisor) === 0n;
  const rounded = Number(isHalf && above % 2n !== 0n ? above - 1n : above);
  return Math.max(rounded, -bet.amountMinor);
}

/** Whether the rate moved by 100 / leverage percent against the customer: the loss has reached the amount. */
export function hasLostAll(bet: Bet, rate: number): boolean {
  return -gained(bet, rate) * BigInt(bet.leverage) >= exactly(bet.openRate);
}

function floorOf(dividend: bigint, divisor: bigint): bigint {
  const towardsZero = dividend / divisor;
  return dividend < 0n && dividend % divisor !== 0n ? towardsZero - 1n : towardsZero;
}
