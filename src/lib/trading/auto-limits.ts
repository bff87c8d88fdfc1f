/** What auto trading may risk: the rules of its cap and of its daily loss stop. Money in minor units. */

export interface AutoLimits {
  /** The most that its open positions may be worth together, in percent of the account's equity. */
  maxExposurePercent: number;
  /** The loss of a UTC day, in percent of the equity at its start, that stops auto trading for the rest of the day. */
  dailyStopPercent: number;
}

/** The most that its open positions may be worth together at this equity, rounded down; 0 if there is no equity. */
export function mostExposureMinor(equityMinor: number, { maxExposurePercent }: AutoLimits): number {
  return Math.max(0, Math.floor((equityMinor * maxExposurePercent) / 100));
}

/** Whether another position fits under the cap. Exposures are amount × leverage. */
export function fitsUnderCap(
  { exposureMinor, addedMinor, equityMinor }: { exposureMinor: number; addedMinor: number; equityMinor: number },
  limits: AutoLimits,
): boolean {
  return exposureMinor + addedMinor <= mostExposureMinor(equityMinor, limits);
}

/** Whether the result of a day is a loss that stops auto trading. `equityMinor` is that at the day's start. */
export function isDayLost(
  { equityMinor, resultMinor }: { equityMinor: number; resultMinor: number },
  { dailyStopPercent }: AutoLimits,
): boolean {
  return resultMinor < 0 && -resultMinor * 100 >= equityMinor * dailyStopPercent;
}

const dayMs = 86_400_000;

/** Whether two instants, in unix milliseconds, are on the same UTC day. */
export function isSameUtcDay(firstMs: number, secondMs: number): boolean {
  return Math.floor(firstMs / dayMs) === Math.floor(secondMs / dayMs);
}
