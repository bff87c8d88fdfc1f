import { useTerminal } from '../terminal-context.ts';
import styles from '../terminal.module.css';

/** Beside every ticket, quiet but readable. */
export function RiskNote() {
  const { t } = useTerminal();
  return <p className={styles.risk}>{t('common.riskShort')}</p>;
}
