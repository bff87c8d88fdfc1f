import { useRef } from 'react';
import type { TouchEvent } from 'react';

/** A shorter way is a finger that trembles. */
const leastPixels = 60;

interface SwipeHandlers {
  onTouchStart: (event: TouchEvent) => void;
  onTouchEnd: (event: TouchEvent) => void;
}

/** Calls back with 1 for a swipe of one finger to the left, which brings what comes next, and with −1 for one to the right. */
export function useSwipe(onSwipe: (step: 1 | -1) => void): SwipeHandlers {
  const from = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches }) => {
      const touch = touches[0];
      from.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }) => {
      const touch = changedTouches[0];
      const start = from.current;
      from.current = null;
      if (!touch || !start) return;
      const [x, y] = [touch.clientX - start.x, touch.clientY - start.y];
      // Across, and not a page that is scrolled by a slanting thumb.
      if (Math.abs(x) >= leastPixels && Math.abs(x) > 2 * Math.abs(y)) onSwipe(x < 0 ? 1 : -1);
    },
  };
}
