import type { ReactNode } from 'react';
import styles from './receipt.module.css';

/** A line of a receipt: what it is, its figure, and how that came about. */
interface Line {
  name: string;
  figure: ReactNode;
  formula?: string | undefined;
}

/** A table, so that what is copied has a tab between name and figure. */
export function Lines({ lines }: { lines: readonly Line[] }) {
  return (
    <table className={styles.lines}>
      <tbody>
        {lines.map(({ name, figure, formula }) => (
          <tr key={name}>
            <th scope="row">
              {name} {formula !== undefined && <span className={styles.formula}>{formula}</span>}
            </th>
            <td>{figure}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
