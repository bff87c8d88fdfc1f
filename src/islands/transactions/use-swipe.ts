import { useRef } from 'react';
import type { TouchEvent } from 'react';

/** A shorter way is a finger that trembles. */
const leastPixels = 60;

interface SwipeHandlers {
  onTouchStart: (event: TouchEvent) => void;
  onTouchEnd: (event: TouchEvent) => void;
}

/**
 * Calls back with 1 for a swipe of one finger to the left, which brings what comes next, and with −1 for one to the right. What scrolls
 * across itself is scrolled, and nothing else.
 */
export function useSwipe(onSwipe: (step: 1 | -1) => void): SwipeHandlers {
  const from = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches, currentTarget }) => {
      const touch = touches[0];
      const isFree = touch && touches.length === 1 && isAbout(touch.target, currentTarget);
      from.current = isFree ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }) => {
      const touch = changedTouches[0];
      const start = from.current;
      from.current = null;
      // A finger that moves the end of a selection means that.
      if (!touch || !start || getSelection()?.isCollapsed === false) return;
      const [x, y] = [touch.clientX - start.x, touch.clientY - start.y];
      // Across, and not a page that is scrolled by a slanting thumb.
      if (Math.abs(x) >= leastPixels && Math.abs(x) > 2 * Math.abs(y)) onSwipe(x < 0 ? 1 : -1);
    },
  };
}

/** Whether a touch is about the area: on no question that is open above it, and on nothing that scrolls across itself. */
function isAbout(target: EventTarget, area: Element): boolean {
  return !(target instanceof Element && target.closest('dialog')) && !scrollsAcross(target, area);
}

/** Whether something between the target and the area can be scrolled to the side. */
function scrollsAcross(target: EventTarget, area: Element): boolean {
  for (let part = target instanceof Element ? target : null; part && part !== area; part = part.parentElement)
    if (part.scrollWidth > part.clientWidth && /auto|scroll/.test(getComputedStyle(part).overflowX)) return true;
  return false;
}
