import { useEffect, useState } from 'react';
import { takeSwipeHint } from '../../stores/account-lists/swipe-hint.ts';
import styles from './swipe.module.css';

/** How long it is shown, once in a browser. */
const shownMs = 2_000;
/** Where fingers are, or so little room that there may be. */
const swipeable = '(pointer: coarse), (width < 600px)';

/** Shows that the groups can be swiped; nothing that anybody needs: the tabs do the same. */
export function SwipeHint() {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (!matchMedia(swipeable).matches || !takeSwipeHint()) return;
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
