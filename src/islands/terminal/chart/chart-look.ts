import { ColorType, CrosshairMode, LineStyle } from 'lightweight-charts';
import type { ChartOptions, DeepPartial, IChartApi, IPriceLine, ISeriesApi } from 'lightweight-charts';
import type { ChartLine } from './chart-lines.ts';
import { bareRoomPx, widestBarPx } from './chart-view.ts';

export function chartOptions(locale: string): DeepPartial<ChartOptions> {
  return {
    autoSize: true,
    localization: { locale },
    crosshair: { mode: CrosshairMode.Normal },
    // A finger that moves up or down scrolls the page: the chart is as wide as a phone.
    handleScroll: { vertTouchDrag: false },
    // The library's logo brings inline styles that our policy forbids; the link is beside the chart instead.
    layout: { attributionLogo: false, fontSize: 12 },
    // As wide for every symbol, or the bars would move sideways with it.
    rightPriceScale: { borderVisible: false, entireTextOnly: true, minimumWidth: 84 },
    timeScale: {
      borderVisible: false,
      rightOffsetPixels: bareRoomPx,
      minBarSpacing: 0.5,
      maxBarSpacing: widestBarPx,
      secondsVisible: false,
    },
  };
}

/** A design token as it is on the page now. */
function token(element: HTMLElement, name: string): string {
  return getComputedStyle(element).getPropertyValue(name).trim();
}

export interface ThemedParts {
  chart: IChartApi;
  series: ISeriesApi<'Candlestick'>;
  /** The line of the newest price. */
  nowLine: IPriceLine;
  element: HTMLElement;
}

/** Takes the colours of the page's theme over. */
export function applyTheme({ chart, series, nowLine, element }: ThemedParts): void {
  const [up, down] = [token(element, '--up'), token(element, '--down')];
  const [label, surface] = [token(element, '--surface-3'), token(element, '--surface-1')];
  chart.applyOptions({
    layout: {
      background: { type: ColorType.Solid, color: surface },
      textColor: token(element, '--text-quiet'),
      fontFamily: getComputedStyle(element).fontFamily,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: token(element, '--hairline') } },
    crosshair: { vertLine: { labelBackgroundColor: label }, horzLine: { labelBackgroundColor: label } },
  });
  series.applyOptions({
    // Hollow: who does not tell the two colours apart tells this.
    upColor: surface,
    borderUpColor: up,
    wickUpColor: up,
    downColor: down,
    borderDownColor: down,
    wickDownColor: down,
  });
  nowLine.applyOptions({ color: token(element, '--text-faint') });
}

const styles = { chosen: LineStyle.Dashed, dragged: LineStyle.Solid, other: LineStyle.SparseDotted } as const;

const nameOf = ({ positionId, kind }: ChartLine) => `${positionId} ${kind}`;

/** So near to a line is on it, for a finger too. */
const nearPx = 12;

/**
 * Keeps the lines of a chart as they were last given, in the colours that the theme has now. A line that only moves
 * stays the same one.
 */
export function createLineDrawer(series: ISeriesApi<'Candlestick'>, element: HTMLElement) {
  const drawn = new Map<string, IPriceLine>();
  let shown: readonly ChartLine[] = [];

  const draw = (lines = shown) => {
    shown = lines;
    const wanted = new Set(lines.map(nameOf));
    for (const [name, line] of drawn) {
      if (wanted.has(name)) continue;
      series.removePriceLine(line);
      drawn.delete(name);
    }
    const background = token(element, '--surface-3');
    const colours = {
      open: token(element, '--text-quiet'),
      stopLoss: token(element, '--down'),
      takeProfit: token(element, '--up'),
    };
    for (const line of lines) {
      const { kind, rate, look, isLabelled } = line;
      const color = colours[kind];
      const options = {
        price: rate,
        color,
        lineWidth: 1,
        lineStyle: styles[look],
        axisLabelVisible: isLabelled,
        axisLabelColor: background,
        axisLabelTextColor: color,
      } as const;
      const known = drawn.get(nameOf(line));
      if (known) known.applyOptions(options);
      else drawn.set(nameOf(line), series.createPriceLine(options));
    }
  };
  /** The line at a height in pixels: the nearest one that is near. */
  const at = (y: number): ChartLine | undefined => {
    const farOf = ({ rate }: ChartLine) => Math.abs((series.priceToCoordinate(rate) ?? Infinity) - y);
    const [nearest] = shown.filter((line) => farOf(line) <= nearPx).sort((a, b) => farOf(a) - farOf(b));
    return nearest;
  };

  return { draw, at };
}
