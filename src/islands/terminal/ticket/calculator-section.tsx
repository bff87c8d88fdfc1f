import { useTerminal } from '../terminal-context.ts';
import { Calculator } from './calculator.tsx';
import styles from './calculator.module.css';

/** The calculator of a narrow screen: a section of its own, folded so that what follows stays near. */
export function CalculatorSection() {
  const { t } = useTerminal();
  return (
    <section className={styles.section} aria-label={t('platform.calculator.title')}>
      <details>
        <summary>
          <h2>{t('platform.calculator.title')}</h2>
        </summary>
        <Calculator />
      </details>
    </section>
  );
}
