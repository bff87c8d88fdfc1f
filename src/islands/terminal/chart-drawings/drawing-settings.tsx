import type { MouseEvent } from 'react';
import type { ChartDrawing, DrawingKind } from '../../../lib/contract/chart/chart-layout.ts';
import { formatRate } from '../../../lib/format/format-number.ts';
import { changeLayout } from '../../../stores/chart/change-layout.ts';
import { $tool } from '../../../stores/chart/chart-layout.ts';
import type { PriceChart } from '../chart/price-chart.ts';
import { most } from '../chart-tools/choices.ts';
import { handOnFocus } from '../chart-tools/hand-on-focus.ts';
import { ListHeading } from '../chart-tools/list-heading.tsx';
import { RemoveButton } from '../chart-tools/remove-button.tsx';
import styles from '../chart-tools/tool-lists.module.css';
import type { ToolProps } from '../chart-tools/tool-props.ts';
import { useTerminal } from '../terminal-context.ts';
import { drawingKinds, drawingPoints } from './drawing-kinds.ts';
import { $armed, $selected, keepDrawing, removeDrawing } from './drawing-state.ts';
import { timeAt } from './time-axis.ts';

/** The kinds of drawings, and those on the chart. */
export function DrawingSettings({ chart, layout: { drawings } }: ToolProps) {
  const { t, locale } = useTerminal();
  const nameOf = (kind: DrawingKind) => t(`platform.chart.tools.drawing.names.${kind}`);
  const isFull = drawings.length >= most.drawings;
  const draw = (kind: DrawingKind, { detail }: MouseEvent) => {
    $tool.set(null);
    $selected.set(null);
    if (detail > 0) {
      $armed.set(kind);
      return;
    }
    // Pressed by keyboard: there is no pointer to place it with.
    const drawing = inTheMiddle(chart, kind, nameOf('text'));
    if (drawing) keepDrawing(drawing);
    $selected.set(drawing?.id ?? null);
  };
  const select = (id: string) => {
    $tool.set(null);
    $selected.set(id);
  };
  return (
    <div className={styles.stack}>
      <div className={styles.adds}>
        {drawingKinds.map((kind) => (
          <button key={kind} type="button" disabled={isFull} onClick={(event) => draw(kind, event)}>
            {nameOf(kind)}
          </button>
        ))}
      </div>
      <p className={styles.note}>
        {isFull
          ? t('platform.chart.tools.drawing.full', { count: most.drawings })
          : t('platform.chart.tools.drawing.keys')}
      </p>
      <ListHeading>{t('platform.chart.tools.drawing.shown')}</ListHeading>
      {drawings.length === 0 && <p className={styles.note}>{t('platform.chart.tools.drawing.none')}</p>}
      <ul className={styles.items}>
        {drawings.map(({ id, kind, points, text }) => {
          const name = `${text || nameOf(kind)} ${formatRate(points[0]?.rate ?? 0, locale)}`;
          return (
            <li key={id} className={styles.itemHead}>
              <button
                type="button"
                aria-label={t('platform.chart.tools.drawing.select', { name })}
                onClick={() => select(id)}
              >
                {name}
              </button>
              <RemoveButton name={name} onRemove={() => removeDrawing(id)} />
            </li>
          );
        })}
      </ul>
      {drawings.length > 1 && (
        <div className={styles.adds}>
          <button ref={handOnFocus} type="button" onClick={() => changeLayout({ drawings: [] })}>
            {t('platform.chart.tools.drawing.removeAll')}
          </button>
        </div>
      )}
    </div>
  );
}

/** A drawing of this kind in the middle of what is in view. */
function inTheMiddle(chart: PriceChart, kind: DrawingKind, text: string): ChartDrawing | null {
  const { element, source, chart: library } = chart.parts;
  const { width, height } = chart.size();
  const top = element.getBoundingClientRect().top;
  const points = [0.4, 0.6].slice(0, drawingPoints[kind]).flatMap((share) => {
    const at = chart.rateAt(top + height * (1 - share));
    const logical = library.timeScale().coordinateToLogical(width * share);
    return at && logical !== null ? [{ time: timeAt(logical, source), rate: at.rate }] : [];
  });
  if (points.length < drawingPoints[kind]) return null;
  return { id: crypto.randomUUID(), kind, colour: 'blue', points, text: kind === 'text' ? text : '' };
}
