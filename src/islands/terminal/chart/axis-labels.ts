import type { ISeriesApi } from 'lightweight-charts';

/** How near the middle of a tick's text may come to the middle of a label, in pixels: both are about 18 px high. */
const apartPx = 18;

/** A label that moved less than this leaves the texts of the ticks as they are. */
const leastMovePx = 3;

interface RateFormat {
  minMove: number;
  formatter: (rate: number) => string;
}

/**
 * Keeps the labels on the price axis legible: a tick that a label would cover in part has no text. `labelled` are the
 * rates that have a label. The library keeps the texts of ticks until the scale changes, so `update` has to be called
 * after a label has moved.
 */
export function labelsApart(series: ISeriesApi<'Candlestick'>, labelled: () => readonly number[]) {
  let format: RateFormat | undefined;
  let drawn: readonly number[] = [];
  const heights = () => labelled().flatMap((rate) => series.priceToCoordinate(rate) ?? []);

  const apply = () => {
    if (!format) return;
    const { minMove, formatter } = format;
    const tickmarksFormatter = (rates: number[]) => {
      drawn = heights();
      return rates.map((rate) => {
        const y = series.priceToCoordinate(rate);
        return y !== null && drawn.some((other) => Math.abs(other - y) < apartPx) ? '' : formatter(rate);
      });
    };
    series.applyOptions({ priceFormat: { type: 'custom', minMove, formatter, tickmarksFormatter } });
  };

  return {
    format(wanted: RateFormat) {
      format = wanted;
      apply();
    },
    update() {
      const now = heights();
      const isMoved = now.length !== drawn.length || now.some((y, at) => Math.abs(y - (drawn[at] ?? y)) > leastMovePx);
      if (!isMoved) return;
      drawn = now;
      apply();
    },
  };
}
