import styles from './form-outcome.module.css';

/** Why a form was refused as a whole; announced when it appears. Its space is reserved, so that nothing jumps. */
export function FormOutcome({ refusal }: { refusal: string | undefined }) {
  return (
    <div className={styles.outcome} role="alert">
      {refusal && <p className={styles.refusal}>{refusal}</p>}
    </div>
  );
}
