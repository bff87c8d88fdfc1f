import type { AutoLimits } from '../../lib/trading/auto-limits.ts';
import type { CrossoverOptions } from './moving-average-crossover.ts';
import { mostFreeMarginPercent } from './strategy.ts';

/** The rule by which auto trading trades, as customers are shown it before they agree. */
export interface AutoRule extends CrossoverOptions, AutoLimits {
  /** Names the strategy and all its figures. A customer agrees to one version; another one needs consent again. */
  version: string;
  /** The most of the free margin that one position uses. */
  mostFreeMarginPercent: number;
}

/**
 * Raise it if the strategy changes otherwise than by its figures, or if the words of the rule (`platform.autoTrading`
 * in public/locales) come to promise something else.
 */
const wording = 2;

export function createAutoRule({ resolution, fast, slow }: CrossoverOptions, limits: AutoLimits): AutoRule {
  const { maxExposurePercent, dailyStopPercent } = limits;
  const figures = `${resolution} ${fast}/${slow} share ${mostFreeMarginPercent} cap ${maxExposurePercent}`;
  const version = `crossover-${wording} ${figures} stop ${dailyStopPercent}`;
  return { version, resolution, fast, slow, mostFreeMarginPercent, maxExposurePercent, dailyStopPercent };
}
