import type { ChartDrawing, ChartPoint } from '../../../lib/contract/chart/chart-layout.ts';
import { $armed, $draft, $selected, keepDrawing } from './drawing-state.ts';
import type { Plane } from './plane.ts';

/** A press becomes a drag only after moving this far. */
const leastDragPx = 5;

/** What the pointer is doing with a drawing. */
interface Grip {
  drawing: ChartDrawing;
  /** Placing its last point, or moving all of it from where it was gripped. */
  act: 'placing' | { from: ChartPoint };
  startX: number;
  startY: number;
  isPressed: boolean;
  isMoved: boolean;
}

/**
 * Places and moves drawings by mouse, pen and finger: two clicks or one drag for two points. The chart sees no press
 * that belongs to a drawing. Returns a stop function.
 */
export function followPointer(
  element: HTMLElement,
  plane: Plane,
  create: (point: ChartPoint) => ChartDrawing | null,
): () => void {
  let grip: Grip | null = null;
  let isOurs = false;

  const begin = (event: PointerEvent): Grip | null => {
    const point = plane.pointAt(event.clientX, event.clientY);
    const rest = { startX: event.clientX, startY: event.clientY, isPressed: true, isMoved: false };
    if (!point) return null;
    if ($armed.get()) {
      const drawing = create(point);
      return drawing && { drawing, act: 'placing', ...rest };
    }
    const drawing = plane.drawingAt(event.clientX, event.clientY);
    $selected.set(drawing?.id ?? null);
    return drawing ? { drawing, act: { from: point }, ...rest } : null;
  };
  // The layer lets go of a drawing by Escape, and when another asset is shown.
  const isLetGo = () => grip && (grip.act === 'placing' ? !$armed.get() : $selected.get() !== grip.drawing.id);
  const press = (event: PointerEvent) => {
    if (event.button !== 0 || !event.isPrimary) return;
    if (isLetGo()) grip = null;
    // The second click of a drawing with two points.
    if (grip?.act === 'placing') grip = { ...grip, isPressed: true, isMoved: true };
    else grip = begin(event);
    isOurs = grip !== null;
    if (grip?.act === 'placing') $draft.set(grip.drawing);
  };
  const move = (event: PointerEvent) => {
    if (isLetGo()) grip = null;
    if (!grip || (grip.act !== 'placing' && !grip.isPressed)) return;
    if (Math.hypot(event.clientX - grip.startX, event.clientY - grip.startY) >= leastDragPx) grip.isMoved = true;
    const point = plane.pointAt(event.clientX, event.clientY);
    if (point && grip.isMoved) $draft.set(changed(grip, point, plane));
  };
  const release = () => {
    if (!grip?.isPressed) return;
    const draft = $draft.get();
    grip.isPressed = false;
    if (grip.act === 'placing' && !grip.isMoved && grip.drawing.points.length > 1) return;
    if (grip.act === 'placing') {
      $armed.set(null);
      $selected.set(grip.drawing.id);
    }
    if (draft) keepDrawing(draft);
    grip = null;
  };
  const cancel = () => {
    grip = null;
    $draft.set(null);
  };
  const keep = (event: Event) => {
    if (!isOurs) return;
    event.stopPropagation();
    if (event.cancelable) event.preventDefault();
  };
  return listenTo([
    [element, 'pointerdown', press, { capture: true }],
    [window, 'pointermove', move, {}],
    [window, 'pointerup', release, {}],
    [window, 'pointercancel', cancel, {}],
    [element, 'mousedown', keep, { capture: true }],
    [element, 'touchstart', keep, { capture: true, passive: false }],
  ]);
}

type Listening = [target: EventTarget, name: string, listener: (event: never) => void, options: object];

function listenTo(all: readonly Listening[]): () => void {
  for (const [target, name, listener, options] of all) {
    target.addEventListener(name, listener as EventListener, options);
  }
  return () => {
    for (const [target, name, listener, options] of all) {
      target.removeEventListener(name, listener as EventListener, options);
    }
  };
}

function changed({ drawing, act }: Grip, point: ChartPoint, plane: Plane): ChartDrawing {
  if (act === 'placing') return { ...drawing, points: [...drawing.points.slice(0, -1), point] };
  const by = { bars: plane.barsBetween(act.from, point), rate: point.rate - act.from.rate };
  return { ...drawing, points: drawing.points.map((one) => plane.moved(one, by)) };
}
