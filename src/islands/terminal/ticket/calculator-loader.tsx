import { useState } from 'react';
import { showToast } from '../../../stores/toasts.ts';
import { preload, useLoaded } from '../../shared/on-demand.tsx';
import { useTerminal } from '../terminal-context.ts';
import styles from './calculator-loader.module.css';

const loadCalculator = () => import('./calculator.tsx');

/** Loads the calculator's code ahead of its first use, when the pointer or the focus comes near. */
export const preloadCalculator = () => preload(loadCalculator);

/** The calculator, as soon as its code is there. If it cannot be loaded, a toast says so, and it has to be left. */
export function LoadedCalculator({ onFailed }: { onFailed: () => void }) {
  const { t } = useTerminal();
  const loaded = useLoaded(loadCalculator, () => {
    onFailed();
    showToast({ kind: 'error', text: t('problems.UNAVAILABLE') });
  });
  if (loaded) return <loaded.Calculator />;
  return <p className={styles.room} role="status" aria-label={t('common.loading')} />;
}

/** The calculator on a narrow screen: a section of its own, folded so that the content after it stays within reach. */
export function CalculatorSection() {
  const { t } = useTerminal();
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={styles.section} aria-label={t('platform.calculator.title')}>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary onPointerDown={preloadCalculator} onFocus={preloadCalculator}>
          <h2>{t('platform.calculator.title')}</h2>
        </summary>
        {isOpen && <LoadedCalculator onFailed={() => setOpen(false)} />}
      </details>
    </section>
  );
}
