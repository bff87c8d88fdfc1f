import { ColorType, CrosshairMode, LineStyle } from 'lightweight-charts';
import type { ChartOptions, DeepPartial, IChartApi, IPriceLine, ISeriesApi } from 'lightweight-charts';
import type { ChartLine } from './chart-lines.ts';
import { bareRoomPx, leastBarPx, widestBarPx } from './chart-view.ts';

export function chartOptions(locale: string): DeepPartial<ChartOptions> {
  return {
    autoSize: true,
    localization: { locale },
    crosshair: { mode: CrosshairMode.Normal },
    // A vertical drag scrolls the page: on a phone the chart is as wide as the screen.
    handleScroll: { vertTouchDrag: false },
    // The library's logo has inline styles, which our content security policy forbids. The link is beside the chart
    // instead.
    layout: { attributionLogo: false, fontSize: 12 },
    // The same width for every symbol, or the bars would shift sideways when the symbol changes.
    rightPriceScale: { borderVisible: false, entireTextOnly: true, minimumWidth: 84 },
    timeScale: {
      borderVisible: false,
      rightOffsetPixels: bareRoomPx,
      minBarSpacing: leastBarPx,
      maxBarSpacing: widestBarPx,
      secondsVisible: false,
    },
  };
}

/** The current value of a design token. */
export function token(element: HTMLElement, name: string): string {
  return getComputedStyle(element).getPropertyValue(name).trim();
}

export interface ThemedParts {
  chart: IChartApi;
  series: ISeriesApi<'Candlestick'>;
  /** The line at the newest price. */
  nowLine: IPriceLine;
  element: HTMLElement;
  /** False if another series shows the bars; the lines of positions still belong to this one. */
  areCandlesShown: boolean;
}

/** Applies the colours of the page's theme. */
export function applyTheme({ chart, series, nowLine, element, areCandlesShown }: ThemedParts): void {
  const colour = (name: string) => (areCandlesShown ? token(element, name) : 'transparent');
  const [up, down] = [colour('--up'), colour('--down')];
  const [label, surface] = [token(element, '--surface-3'), token(element, '--surface-1')];
  chart.applyOptions({
    layout: {
      background: { type: ColorType.Solid, color: surface },
      textColor: token(element, '--text-quiet'),
      fontFamily: getComputedStyle(element).fontFamily,
      panes: { separatorColor: token(element, '--hairline-strong'), separatorHoverColor: label },
    },
    grid: { vertLines: { visible: false }, horzLines: { color: token(element, '--hairline') } },
    crosshair: { vertLine: { labelBackgroundColor: label }, horzLine: { labelBackgroundColor: label } },
  });
  series.applyOptions({
    // Rising bars are hollow, so that people who cannot tell the two colours apart can still tell them from falling
    // ones.
    upColor: colour('--surface-1'),
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

/** A press within this distance counts as a press on the line, so that a finger can hit it. */
const nearPx = 12;

/**
 * Draws the given lines in the colours of the current theme, and redraws them when the theme changes. A line that only
 * moves is updated, not replaced.
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
      const { kind, rate, variant, isLabelled } = line;
      const color = colours[kind];
      const options = {
        price: rate,
        color,
        lineWidth: 1,
        lineStyle: styles[variant],
        axisLabelVisible: isLabelled,
        axisLabelColor: background,
        axisLabelTextColor: color,
      } as const;
      const known = drawn.get(nameOf(line));
      if (known) known.applyOptions(options);
      else drawn.set(nameOf(line), series.createPriceLine(options));
    }
  };
  /** The line nearest to a y coordinate in pixels, if one is within `nearPx`. */
  const at = (y: number): ChartLine | undefined => {
    const farOf = ({ rate }: ChartLine) => Math.abs((series.priceToCoordinate(rate) ?? Infinity) - y);
    const [nearest] = shown.filter((line) => farOf(line) <= nearPx).sort((a, b) => farOf(a) - farOf(b));
    return nearest;
  };

  return {
    draw,
    at,
    labelledRates: () => shown.filter(({ isLabelled }) => isLabelled).map(({ rate }) => rate),
  };
}
