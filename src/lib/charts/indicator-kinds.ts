/** The limits and the default of one number of an indicator. */
export interface InputRange {
  least: number;
  most: number;
  usual: number;
  /** Numbers are multiples of this above `least`. */
  step: number;
}

const bars = (usual: number, least = 1): InputRange => ({ least, most: 500, usual, step: 1 });

interface KindFacts {
  /** Whether it is drawn over the prices; otherwise it has a pane of its own. */
  isOverlay: boolean;
  /** Whether it is calculated from one price of each bar, which the customer chooses. */
  hasSource: boolean;
  inputs: Readonly<Record<string, InputRange>>;
}

/** What the indicators of the chart can be set to. Numbers are bars, except `width`, in standard deviations. */
export const indicatorKinds = {
  ma: { isOverlay: true, hasSource: true, inputs: { period: bars(20) } },
  ema: { isOverlay: true, hasSource: true, inputs: { period: bars(20) } },
  bollinger: {
    isOverlay: true,
    hasSource: true,
    inputs: { period: bars(20, 2), width: { least: 0.5, most: 5, usual: 2, step: 0.5 } },
  },
  vwap: { isOverlay: true, hasSource: false, inputs: {} },
  ichimoku: { isOverlay: true, hasSource: false, inputs: { conversion: bars(9), base: bars(26), span: bars(52) } },
  rsi: { isOverlay: false, hasSource: true, inputs: { period: bars(14, 2) } },
  macd: { isOverlay: false, hasSource: true, inputs: { fast: bars(12), slow: bars(26, 2), signal: bars(9) } },
  atr: { isOverlay: false, hasSource: false, inputs: { period: bars(14) } },
  stochastic: { isOverlay: false, hasSource: false, inputs: { period: bars(14), smooth: bars(3), signal: bars(3) } },
  adx: { isOverlay: false, hasSource: false, inputs: { period: bars(14, 2) } },
} as const satisfies Readonly<Record<string, KindFacts>>;

export type IndicatorKind = keyof typeof indicatorKinds;

export const indicatorNames = Object.keys(indicatorKinds) as [IndicatorKind, ...IndicatorKind[]];

/** The price of a bar that an indicator is calculated from. */
export const indicatorSources = ['close', 'open', 'high', 'low', 'hl2', 'hlc3', 'ohlc4'] as const;
export type IndicatorSource = (typeof indicatorSources)[number];

export function factsOf(kind: IndicatorKind): KindFacts {
  return indicatorKinds[kind];
}

/** Whether these are exactly the numbers that the indicator has, each within its limits. */
export function areInputsOf(kind: IndicatorKind, inputs: Readonly<Record<string, number>>): boolean {
  const ranges = Object.entries(factsOf(kind).inputs);
  return (
    ranges.length === Object.keys(inputs).length &&
    ranges.every(([name, range]) => {
      const value = Object.hasOwn(inputs, name) ? inputs[name] : undefined;
      return value !== undefined && isInRange(value, range);
    })
  );
}

export function isInRange(value: number, { least, most, step }: InputRange): boolean {
  return value >= least && value <= most && Number.isInteger((value - least) / step);
}
