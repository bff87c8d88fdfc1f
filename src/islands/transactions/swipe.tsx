import type { TouchEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { claimSwipeHint } from '../../stores/payments/swipe-hint.ts';
import styles from './swipe.module.css';

/** How long the hint is shown, once per browser. */
const shownMs = 2_000;
/** Matches touch screens, and screens so narrow that they are probably touch screens. */
const swipeable = '(pointer: coarse), (width < 600px)';

/** Shows that a swipe changes the group. The hint is not essential, because the tabs do the same. */
export function SwipeHint() {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (!matchMedia(swipeable).matches || !claimSwipeHint()) return;
    const coming = requestAnimationFrame(() => setIsShown(true));
    const going = setTimeout(() => setIsShown(false), shownMs);
    return () => {
      cancelAnimationFrame(coming);
      clearTimeout(going);
    };
  }, []);
  if (!isShown) return null;
  return (
    <div className={styles.hint} data-swipe-hint aria-hidden="true">
      <svg viewBox="0 0 64 64" width="34" height="34">
        <path d="M12 20h40M12 20l6-6M12 20l6 6M52 20l-6-6M52 20l-6 6" />
        <path className={styles.hand} d="M28 52l-7-9c-2-3 2-6 4-4l3 3V27c0-4 5-4 5 0v9l8 2c3 1 4 3 4 6l-2 8z" />
      </svg>
    </div>
  );
}

/** A shorter movement is not a swipe. */
const leastPixels = 60;

interface SwipeHandlers {
  onTouchStart: (event: TouchEvent) => void;
  onTouchEnd: (event: TouchEvent) => void;
}

/**
 * Calls back with 1 for a one-finger swipe to the left, which brings the next group, and with −1 for one to the right.
 * Elements that scroll sideways only scroll.
 */
export function useSwipe(onSwipe: (step: 1 | -1) => void): SwipeHandlers {
  const from = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches, currentTarget }) => {
      const touch = touches[0];
      const isFree = touch && touches.length === 1 && maySwipe(touch.target, currentTarget);
      from.current = isFree ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }) => {
      const touch = changedTouches[0];
      const start = from.current;
      from.current = null;
      // A finger that drags the end of a text selection does not swipe.
      if (!touch || !start || getSelection()?.isCollapsed === false) return;
      const [x, y] = [touch.clientX - start.x, touch.clientY - start.y];
      // The movement must be mostly horizontal, so that scrolling with a slanted thumb does not count.
      if (Math.abs(x) >= leastPixels && Math.abs(x) > 2 * Math.abs(y)) onSwipe(x < 0 ? 1 : -1);
    },
  };
}

/** Whether a touch may swipe the area. Not if the target is in a dialog, or in an element that scrolls sideways. */
function maySwipe(target: EventTarget, area: Element): boolean {
  return !(target instanceof Element && target.closest('dialog')) && !scrollsAcross(target, area);
}

/** Whether an element between the target and the area can scroll sideways. */
function scrollsAcross(target: EventTarget, area: Element): boolean {
  for (let part = target instanceof Element ? target : null; part && part !== area; part = part.parentElement)
    if (part.scrollWidth > part.clientWidth && /auto|scroll/.test(getComputedStyle(part).overflowX)) return true;
  return false;
}
