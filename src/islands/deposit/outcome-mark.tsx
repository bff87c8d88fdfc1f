import type { ReturnStage } from './return-stage.ts';
import styles from './return.module.css';

/** A clock, a lens, a tick, a cross, a line: the outcome is told by its shape too. */
const shapes: Record<ReturnStage, string> = {
  loading: '',
  pending: 'M28 17v11l7 5',
  byHand: 'M33.5 26a7.5 7.5 0 1 1-15 0a7.5 7.5 0 0 1 15 0M31.5 31.5l6.5 6.5',
  checked: 'M33.5 26a7.5 7.5 0 1 1-15 0a7.5 7.5 0 0 1 15 0M31.5 31.5l6.5 6.5',
  approved: 'M18 29l7 7 13-15',
  declined: 'M20.5 20.5l15 15M35.5 20.5l-15 15',
  cancelled: 'M19 28h18',
  unstarted: 'M19 28h18',
  unknown: 'M23 23a5 5 0 1 1 7.5 4.3c-1.7 1-2.5 2-2.5 4M28 36v.5',
  failed: 'M28 18v13M28 36.500v.5',
};

export function OutcomeMark({ stage }: { stage: ReturnStage }) {
  return (
    <svg className={styles.mark} viewBox="0 0 56 56" width="56" height="56" aria-hidden="true">
      <circle cx="28" cy="28" r="26" />
      {stage === 'pending' && <circle className={styles.turning} cx="28" cy="28" r="26" pathLength="1" />}
      <path d={shapes[stage]} />
    </svg>
  );
}
