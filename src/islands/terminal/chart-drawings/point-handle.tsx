import { useCallback } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import type { ChartDrawing, ChartPoint } from '../../../lib/contract/chart/chart-layout.ts';
import { formatBarTime } from '../../../lib/format/format-date-time.ts';
import { formatRate } from '../../../lib/format/format-number.ts';
import { isDayOrLonger } from '../../../stores/candles.ts';
import type { PriceChart } from '../chart/price-chart.ts';
import { handOnFocus } from '../chart-tools/hand-on-focus.ts';
import { useTerminal } from '../terminal-context.ts';
import styles from './drawing-layer.module.css';
import { $draft, keepDrawing, removeDrawing } from './drawing-state.ts';
import type { Plane } from './plane.ts';

interface PointHandleProps {
  chart: PriceChart;
  plane: Plane;
  drawing: ChartDrawing;
  index: number;
}

/** How many bars and pixels the arrow keys move a point; with Shift ten times as far. */
const steps: Readonly<Record<string, [bars: number, pixels: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** One point of the selected drawing, moved by dragging or by keys. The first gets the focus. */
export function PointHandle({ chart, plane, drawing, index }: PointHandleProps) {
  const { t, locale } = useTerminal();
  const point = drawing.points[index];
  const place = useCallback(
    (element: HTMLDivElement) =>
      chart.$paints.subscribe(() => {
        const spot = point && plane.spotOf(point);
        const { width, height } = chart.size();
        element.hidden = !spot || spot.x < 0 || spot.y < 0 || spot.x > width || spot.y > height;
        if (spot) element.style.transform = `translate(${Math.round(spot.x)}px, ${Math.round(spot.y)}px)`;
      }),
    [chart, plane, point],
  );
  const keepFocus = useCallback(
    (handle: HTMLDivElement) => {
      if (index === 0) handle.focus({ preventScroll: true });
      return handOnFocus(handle);
    },
    [index],
  );
  if (!point) return null;
  const withPoint = (next: ChartPoint): ChartDrawing => ({
    ...drawing,
    points: drawing.points.map((one, at) => (at === index ? next : one)),
  });
  const name = t(`platform.chart.tools.drawing.names.${drawing.kind}`);
  const isDaily = isDayOrLonger(chart.parts.source.resolution);
  const timeText = formatBarTime(point.time, { locale, isDaily }) + (isDaily ? '' : ' UTC');
  return (
    <div ref={place} className={styles.handle}>
      <div
        ref={keepFocus}
        role="slider"
        tabIndex={0}
        aria-label={t('platform.chart.tools.drawing.point', { name, number: index + 1 })}
        aria-valuemin={Math.min(0, point.rate * 2)}
        aria-valuemax={Math.max(0, point.rate * 2)}
        aria-valuenow={point.rate}
        aria-valuetext={`${formatRate(point.rate, locale)} · ${timeText}`}
        onKeyDown={(event: KeyboardEvent) => {
          const step = steps[event.key];
          if (event.key === 'Delete' || event.key === 'Backspace') removeDrawing(drawing.id);
          else if (!step) return;
          else keepDrawing(withPoint(plane.moved(point, by(chart, point, step, event.shiftKey ? 10 : 1))));
          event.preventDefault();
          event.stopPropagation();
        }}
        onPointerDown={(event: PointerEvent<HTMLElement>) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={(event: PointerEvent<HTMLElement>) => {
          if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
          const next = plane.pointAt(event.clientX, event.clientY);
          if (next) $draft.set(withPoint(next));
        }}
        onPointerUp={() => {
          const draft = $draft.get();
          if (draft) keepDrawing(draft);
        }}
        onPointerCancel={() => $draft.set(null)}
      />
    </div>
  );
}

function by(chart: PriceChart, { rate }: ChartPoint, [bars, pixels]: [number, number], times: number) {
  const { series, element } = chart.parts;
  const y = series.priceToCoordinate(rate) ?? 0;
  const pixelRate = chart.rateAt(element.getBoundingClientRect().top + y)?.pixelRate ?? 0;
  return { bars: bars * times, rate: pixels * times * pixelRate };
}
