import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useState } from 'react';
import type { ChartDrawing, ChartPoint } from '../../../lib/contract/chart/chart-layout.ts';
import { onTheme } from '../../../stores/theme.ts';
import type { PriceChart } from '../chart/price-chart.ts';
import { most } from '../chart-tools/choices.ts';
import { ColourChoice } from '../chart-tools/colour-choice.tsx';
import { handOnFocus } from '../chart-tools/hand-on-focus.ts';
import type { ToolProps } from '../chart-tools/tool-props.ts';
import { onShortcut } from '../shell/shortcuts.ts';
import { useTerminal } from '../terminal-context.ts';
import type { TerminalContextValue } from '../terminal-context.ts';
import { drawingPoints } from './drawing-kinds.ts';
import styles from './drawing-layer.module.css';
import {
  $armed,
  $draft,
  $selected,
  cancelDrawing,
  drawingsNow,
  keepDrawing,
  removeDrawing,
  shownDrawings,
} from './drawing-state.ts';
import { wordsOf } from './drawing-words.ts';
import { followPointer } from './follow-pointer.ts';
import { createPlane } from './plane.ts';
import type { Plane } from './plane.ts';
import { PointHandle } from './point-handle.tsx';

const oneClick = 'platform.chart.tools.drawing.hint.one';
const twoClicks = 'platform.chart.tools.drawing.hint.two';

/** Draws the drawings, and lets them be placed, selected and moved. */
export function DrawingLayer({ chart, symbol, layout: { drawings } }: ToolProps) {
  const terminal = useTerminal();
  const { t } = terminal;
  const plane = usePlane(chart, terminal, drawings);
  const armed = useStore($armed);
  const draft = useStore($draft);
  const selectedId = useStore($selected);
  const selected = shownDrawings(drawings, draft).find(({ id }) => id === selectedId);
  useEffect(() => {
    const stop = onShortcut(({ key }) => {
      const isBegun = $armed.get() !== null || $selected.get() !== null;
      if (key !== 'Escape' || !isBegun) return false;
      cancelDrawing();
      return true;
    });
    return () => {
      stop();
      // What was begun on the chart of one asset is not put on another's.
      cancelDrawing();
    };
  }, [symbol]);
  return (
    <>
      <p role="status" className={styles.hint}>
        {armed && t(drawingPoints[armed] === 1 ? oneClick : twoClicks)}
      </p>
      {plane && selected && !armed && (
        <>
          {selected.points.map((_, index) => (
            <PointHandle key={`${selected.id} ${index}`} chart={chart} plane={plane} drawing={selected} index={index} />
          ))}
          <SelectionBar key={selected.id} drawing={selected} />
        </>
      )}
    </>
  );
}

/** The plane of the chart, which shows the drawings, the one that is being drawn, and how they are selected. */
function usePlane(chart: PriceChart, terminal: TerminalContextValue, drawings: readonly ChartDrawing[]): Plane | null {
  const [plane, setPlane] = useState<Plane | null>(null);
  const words = useMemo(() => wordsOf(chart.parts.source, terminal), [chart, terminal]);
  useEffect(() => {
    const made = createPlane(chart, words);
    const redraw = () => made.draw(shownDrawings(drawingsNow(), $draft.get()), $selected.get());
    const create = (point: ChartPoint) => newDrawing(point, terminal);
    const stops = [
      followPointer(chart.parts.element, made, create),
      $draft.listen(redraw),
      $selected.listen(redraw),
      onTheme(() => requestAnimationFrame(redraw)),
      made.detach,
    ];
    // Set in a later task: the plane belongs to the chart, not to this render.
    queueMicrotask(() => setPlane(made));
    return () => stops.forEach((stop) => stop());
  }, [chart, terminal, words]);
  useEffect(() => plane?.draw(shownDrawings(drawings, $draft.get()), $selected.get()), [plane, drawings]);
  return plane;
}

/** A drawing of the kind that is armed, with all its points at one place; null if the chart holds no more. */
function newDrawing(point: ChartPoint, { t }: TerminalContextValue): ChartDrawing | null {
  const kind = $armed.get();
  if (!kind || drawingsNow().length >= most.drawings) return null;
  const text = kind === 'text' ? t('platform.chart.tools.drawing.names.text') : '';
  const points = Array.from({ length: drawingPoints[kind] }, () => point);
  return { id: crypto.randomUUID(), kind, colour: kind === 'measure' ? 'grey' : 'blue', points, text };
}

/** What can be changed about the selected drawing. */
function SelectionBar({ drawing }: { drawing: ChartDrawing }) {
  const { t } = useTerminal();
  const name = t(`platform.chart.tools.drawing.names.${drawing.kind}`);
  return (
    <div ref={handOnFocus} className={styles.bar} role="group" aria-label={name}>
      {drawing.kind === 'text' && (
        <input
          aria-label={t('platform.chart.tools.drawing.text')}
          defaultValue={drawing.text}
          maxLength={most.text}
          onChange={({ target }) => keepDrawing({ ...drawing, text: target.value })}
          onKeyDown={({ key }) => {
            if (key === 'Enter') $selected.set(null);
          }}
        />
      )}
      <ColourChoice selected={drawing.colour} onSelect={(colour) => keepDrawing({ ...drawing, colour })} />
      <button type="button" onClick={() => removeDrawing(drawing.id)}>
        {t('platform.chart.tools.remove')}
      </button>
      <button type="button" onClick={() => $selected.set(null)}>
        {t('platform.chart.tools.drawing.done')}
      </button>
    </div>
  );
}
