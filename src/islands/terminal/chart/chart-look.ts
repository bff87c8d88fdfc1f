import { ColorType, CrosshairMode } from 'lightweight-charts';
import type { ChartOptions, DeepPartial, IChartApi, IPriceLine, ISeriesApi } from 'lightweight-charts';
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
export function token(element: HTMLElement, name: string): string {
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
