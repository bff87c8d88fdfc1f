/**
 * The arithmetic of money and rates, written a second time for the check by replay; nothing here comes from
 * `src/lib/trading`. Rates are integers in units of 10^−12, so nothing is lost before the single rounding.
 */

const scale = 12;

/**
 * A rate in units of 10^−12, exactly as its decimals say. Throws if it has more than 12 decimals or is not a decimal
 * number.
 */
export function exactly(rate: number): bigint {
  const found = /^(\d+)(?:\.(\d+))?$/.exec(String(rate));
  const [, whole = '', fraction = ''] = found ?? [];
  if (whole === '' || fraction.length > scale) throw new Error(`${rate} is not a rate with at most ${scale} decimals`);
  return BigInt(whole + fraction.padEnd(scale, '0'));
}

export interface Side {
  direction: 'buy' | 'sell';
  bid: number;
  ask: number;
}

/**
 * The rate at which a position opens: the ask plus 0.025 %, or the bid less 0.025 %, as the nearest number of ten
 * digits.
 */
export function openingFill({ direction, bid, ask }: Side): number {
  const [from, factor, hundredThousandths] =
    direction === 'buy' ? ([ask, 1.00025, 100_025n] as const) : ([bid, 0.99975, 99_975n] as const);
  const rate = Number((from * factor).toPrecision(10));
  const lastDigit = 10n ** BigInt(Math.floor(Math.log10(rate)) + 1 + scale - 10);
  const off = exactly(rate) * 100_000n - exactly(from) * hundredThousandths;
  if ((off < 0n ? -off : off) * 2n > lastDigit * 100_000n)
    throw new Error(`${rate} is not the nearest number to the exact fill`);
  return rate;
}

/** The rate at which a position closes: a buy at the bid, a sell at the ask. */
export function closingFill({ direction, bid, ask }: Side): number {
  return direction === 'buy' ? bid : ask;
}

export interface Bet {
  direction: 'buy' | 'sell';
  openRate: number;
  amountMinor: number;
  leverage: number;
}

/** How far the rate moved in the customer's favour, in units of 10^−12. */
function gained({ direction, openRate }: Bet, rate: number): bigint {
  const up = exactly(rate) - exactly(openRate);
  return direction === 'buy' ? up : -up;
}

/** (close − open) × amount × leverage / open, reversed for a sell, to the cent, half to even; never below −amount. */
export function profitAt(bet: Bet, closedRate: number): number {
  const dividend = gained(bet, closedRate) * BigInt(bet.amountMinor) * BigInt(bet.leverage);
  const divisor = exactly(bet.openRate);
  // ⌊x + ½⌋ rounds x half up; an exact half is then moved to the even neighbour.
  const above = floorOf(2n * dividend + divisor, 2n * divisor);
  const isHalf = (2n * dividend + divisor) % (2n * divisor) === 0n;
  const rounded = Number(isHalf && above % 2n !== 0n ? above - 1n : above);
  return Math.max(rounded, -bet.amountMinor);
}

/** Whether the rate moved against the customer by at least 100 / leverage percent: the loss has reached the amount. */
export function hasLostAll(bet: Bet, rate: number): boolean {
  return -gained(bet, rate) * BigInt(bet.leverage) >= exactly(bet.openRate);
}

function floorOf(dividend: bigint, divisor: bigint): bigint {
  const towardsZero = dividend / divisor;
  return dividend < 0n && dividend % divisor !== 0n ? towardsZero - 1n : towardsZero;
}
