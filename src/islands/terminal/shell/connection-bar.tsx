import { useStore } from '@nanostores/react';
import { $connection } from '../../../stores/connection.ts';
import { useTerminal } from '../terminal-context.ts';
import styles from '../terminal.module.css';

/** Tells quietly that the line is lost. The live region is there from the start, so that its words are read out. */
export function ConnectionBar() {
  const { t } = useTerminal();
  const isLost = useStore($connection) === 'lost';
  return (
    <div role="status" className={styles.connection} data-lost={isLost || undefined}>
      {isLost && t('platform.connection.lost')}
    </div>
  );
}
