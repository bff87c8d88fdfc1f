import { useCallback } from 'react';
import { serverNowMs } from '../../../stores/realtime/server-clock.ts';
import styles from './summary-bar.module.css';

const tickMs = 1000;

/** The time that everything on the screen is told in, by the server's clock. */
export function UtcClock() {
  const follow = useCallback((cell: HTMLElement) => {
    const update = () => {
      cell.textContent = `${new Date(serverNowMs()).toISOString().slice(11, 19)} UTC`;
    };
    update();
    const timer = setInterval(update, tickMs);
    return () => clearInterval(timer);
  }, []);
  return <span ref={follow} className={styles.clock} />;
}
