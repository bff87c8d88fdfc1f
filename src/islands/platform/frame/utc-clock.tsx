import { useCallback } from 'react';
import styles from './summary-bar.module.css';

const tickMs = 1000;

/** The time that everything on the screen is told in. */
export function UtcClock() {
  const follow = useCallback((cell: HTMLElement) => {
    const update = () => {
      cell.textContent = `${new Date().toISOString().slice(11, 19)} UTC`;
    };
    update();
    const timer = setInterval(update, tickMs);
    return () => clearInterval(timer);
  }, []);
  return <span ref={follow} className={styles.clock} />;
}
