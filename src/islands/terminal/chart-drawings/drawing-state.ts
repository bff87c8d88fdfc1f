import { atom } from 'nanostores';
import type { ChartDrawing, DrawingKind } from '../../../lib/contract/chart/chart-layout.ts';
import { changeLayout } from '../../../stores/chart/change-layout.ts';
import { $layout } from '../../../stores/chart/chart-layout.ts';

/** The kind that the next press on the chart draws. */
export const $armed = atom<DrawingKind | null>(null);

/** The id of the drawing whose points can be moved. */
export const $selected = atom<string | null>(null);

/** A drawing that is being placed or moved, and is not saved yet. */
export const $draft = atom<ChartDrawing | null>(null);

export const drawingsNow = (): readonly ChartDrawing[] => $layout.get()?.layout?.drawings ?? [];

/** The drawings of the chart, with the one that is being placed or moved as it is now. */
export function shownDrawings(drawings: readonly ChartDrawing[], draft: ChartDrawing | null): readonly ChartDrawing[] {
  if (!draft) return drawings;
  return drawings.some(({ id }) => id === draft.id)
    ? drawings.map((one) => (one.id === draft.id ? draft : one))
    : [...drawings, draft];
}

/** Keeps a new or changed drawing. */
export function keepDrawing(drawing: ChartDrawing): void {
  $draft.set(null);
  changeLayout({ drawings: [...shownDrawings(drawingsNow(), drawing)] });
}

export function removeDrawing(id: string): void {
  if ($selected.get() === id) $selected.set(null);
  changeLayout({ drawings: drawingsNow().filter((one) => one.id !== id) });
}

/** Drops what is being placed, and lets go of the selected drawing. */
export function cancelDrawing(): void {
  $armed.set(null);
  $draft.set(null);
  $selected.set(null);
}
